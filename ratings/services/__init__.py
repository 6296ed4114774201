"""The only code that writes about ratings. Each service is one verb, one transaction."""
