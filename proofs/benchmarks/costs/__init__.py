"""What a month costs, on paper: `dev.py bench costs`."""
