"""What jobs, schedules, tickets and errors are, and what becomes of them: pure, standard library only."""
