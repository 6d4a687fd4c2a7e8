"""Makes calendars of public holidays, for `dev.py calendar`. The library of holidays is used only here."""
