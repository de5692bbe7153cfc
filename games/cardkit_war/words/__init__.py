"""War in words, a narrator for each rule set; start reading at `story.py`, which they share."""
