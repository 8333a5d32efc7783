"""What a person sees and keeps."""
