"""The tool server: what the API answers, offered to assistants by the Model Context Protocol, over one read-only knowledge base.

A tool answers with the value of its route (structured) and with the same in a few French lines that an assistant can quote.
"""
