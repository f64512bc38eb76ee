"""The servers: nginx, and Carrel's own slow server where answers are to be late."""

import contextlib
import os
import pwd
import socket
import subprocess
import time
from pathlib import Path

CONFIG = """\
{user}
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    types {{ }}
    default_type application/octet-stream;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        root {root};
    }}
}}
"""


class ServerFailed(Exception):
    """A server did not start."""


def nginx(folder: Path, root: Path):
    """A context in which nginx serves `root` with one worker; its value is the base URL."""

    def command(port: int) -> list[str]:
        # Started by root, nginx would hand its worker to a user who cannot look into the temporary folder.
        user = f"user {pwd.getpwuid(0).pw_name};" if os.geteuid() == 0 else ""
        config = folder / "nginx.conf"
        config.write_text(CONFIG.format(folder=folder, root=root, port=port, user=user))
        return ["nginx", "-e", f"{folder}/error.log", "-p", str(folder), "-c", str(config)]

    return _running(command, folder / "server.log")


def slow(carrel: Path, folder: Path, root: Path, milliseconds: int):
    """A context in which `carrel delay-proxy` serves `root`, every answer late by `milliseconds`."""

    def command(port: int) -> list[str]:
        listen = f"127.0.0.1:{port}"
        return [
            str(carrel), "delay-proxy", "--listen", listen, "--delay", f"{milliseconds}ms", "--root", str(root),
        ]  # fmt: skip

    return _running(command, folder / "slow-server.log")


@contextlib.contextmanager
def _running(command, log: Path):
    process, port = _start(command, log)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _start(command, log: Path) -> tuple[subprocess.Popen, int]:
    # Another process may take the free port before the server does: hence the tries.
    for _ in range(3):
        port = _free_port()
        with open(log, "ab") as output:
            # With pdeathsig the server ends also where the benchmark is killed without a chance to clean up.
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", *command(port)],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            )  # fmt: skip
        if _answers(process, port):
            return process, port
        process.kill()
        process.wait()
    raise ServerFailed(f"{command(0)[0]} did not start: {log.read_text(errors='replace')[-2000:]}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _answers(process: subprocess.Popen, port: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return process.poll() is None
        except OSError:
            time.sleep(0.02)
    return False
