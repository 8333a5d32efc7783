"""The Study page: five products around one page of ranges."""
