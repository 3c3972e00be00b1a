"""What a generated folder contains, and how it is written."""
