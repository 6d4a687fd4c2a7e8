"""Makes the API's document from the routes and the shapes of values.

The app serves the committed file `shared/api/openapi.json` and needs nothing of this room.
`python -m local.openapi` writes that file anew, after a change that is meant.
"""
