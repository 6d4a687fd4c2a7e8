"""What measurements of the whole app share: storage, jobs, processes, clocks."""
