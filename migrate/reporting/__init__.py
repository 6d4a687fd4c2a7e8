"""What is said about an import: one report, written as text, as JSON and as a page."""
