"""What becomes of every collection and job, decided before anything is done."""
