"""Figures, each by one command: `python3 dev.py bench` lists them.

Each benchmark is a module or a folder of its own, named as in the command. What several of them share lies
beside them: goals, the command, jobs by the thousand, and the app with its calls counted.
"""
