"""Round robin: everyone meets everyone equally often, or as nearly so as can be found."""
