"""Arguments, exit codes and printing; one small file for each command. No mathematics.

| file | idea |
|---|---|
| main.py, commands.py | the command `symdyn`; all commands, and what goes wrong as one line and an exit code |
| parser.py, exit_code.py | arguments and complaints about them; what is returned |
| streams.py, progress.py | standard streams as a shell hands them over; a line about long work |
| gen.py, check.py, bench.py, show.py, params.py, simulate.py, tune.py | a command each |
| convert.py, robots.py, doctor.py | a command each |
| init.py | a robot file and a scenario to begin with |
| excite.py, identify.py, load.py | commands that make motions for logs, and take logs |
| generation.py, robot_arguments.py, forms.py | arguments that several commands share |
| show_equations.py, show_program.py, page.py | what `show` prints |
| snapping.py | what nearly special numbers cost |
| health.py | what `doctor` looks at |
| report_file.py | a file that the user names for findings |
| columns.py, counting.py | words in columns; numbers of things |
"""
