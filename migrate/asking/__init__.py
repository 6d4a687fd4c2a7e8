"""Questions of people at a terminal: which jobs there are, what failed, what comes next, why, who did it."""
