#!/usr/bin/env python3
"""Ctrl-C in the middle of raddle check: what was found so far is printed, with a note that it is not all. The interrupt is sent when the
progress line says that the points-to analysis is under way, on more code (the JDK's own) than it can be done with in that moment."""
import os
import pty
import signal
import subprocess
import sys

raddle, jdk = sys.argv[1:3]
terminal, end = pty.openpty()
command = [raddle, "check", "--jdk", jdk, "--analyse", "java", "--analyse", "sun", "--open", "--api", "java.util.concurrent.ForkJoinPool"]
child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end)
os.close(end)
seen = b""
while b"methods in their contexts" not in seen:
    seen += os.read(terminal, 4096)
child.send_signal(signal.SIGINT)
output = child.stdout.read().decode()
status = child.wait()
assert status == 0, (status, output[:500])
assert "note: stopped before the end: what follows is from the part that was analysed" in output, output[-2000:]
