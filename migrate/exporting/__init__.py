"""Collections and jobs as the app answers them → text for other tools. Nothing is read or written here."""
