"""How things look: colours, type, decks, icons. What is shown is the views' business."""
