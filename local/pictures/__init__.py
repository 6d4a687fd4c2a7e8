"""Pictures of the portal, taken by a browser from the running app with the demo's jobs."""
