"""Doing what a job says, and telling what came of it. Nothing here knows of tickets, tables or schedules."""
