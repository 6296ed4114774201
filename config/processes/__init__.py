"""Start, supervise and check the site's processes: `make serve`, the Procfile's processes, installation, backup."""
