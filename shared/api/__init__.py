"""JSON to values and back: what callers may send, what they are answered, and the document of both.

What belongs here is the form of requests and answers. What a value may be is said in `domain`.
"""
