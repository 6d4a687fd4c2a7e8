"""What became of every time that a job's schedule names: derived from what is stored, never stored itself."""
