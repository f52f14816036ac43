"""The server of `serve --follow`: a process that shows one screen to many browsers, and takes nothing from them.

It needs the standard library only. A connection has one bounded request, one answer and at most one waiting message.
"""
