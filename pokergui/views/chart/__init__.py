"""What charts of several pages share: safe pieces of pyqtgraph, round numbers along axes."""
