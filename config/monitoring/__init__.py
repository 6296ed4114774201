"""Report how the site is doing: health checks, Prometheus metrics, the request log, and what logs leave out."""
