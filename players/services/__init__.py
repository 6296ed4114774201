"""The only code that writes about people. Each service is one verb, one transaction."""
