"""What reads over all jobs take: calls to storage, time and memory."""
