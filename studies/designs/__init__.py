"""The data of studies: simulated designs, and folders of tables."""
