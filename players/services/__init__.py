"""The only code that writes players and teams. Each service is one verb, one transaction."""
