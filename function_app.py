"""The app's table of contents: the three triggers."""

import azure.functions as func

from shared.functions import http, queue, timer
from shared.functions.logs import quiet_libraries

quiet_libraries()
app = func.FunctionApp()
app.register_functions(timer.blueprint)
app.register_functions(queue.blueprint)
app.register_functions(http.blueprint)
