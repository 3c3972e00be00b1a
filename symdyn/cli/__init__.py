"""Arguments, exit codes and printing; one small file for each command. No mathematics."""
