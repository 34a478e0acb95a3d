import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './receiver.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples/proxy');

/** A reverse proxy that is started with the example for it; only addresses and the certificate differ. */
export interface ProxyKind {
  readonly name: string;
  readonly file: string;
  /** Undefined where it is not installed. */
  readonly version: () => string | undefined;
  /** The example for a proxy at a port and a server at another. */
  readonly adapted: (example: string, port: number, server: number) => string;
  /** Starts it in a folder with the adapted example. */
  readonly start: (folder: string, path: string) => ChildProcess;
}

/** Replaces a text that must occur. */
function replaced(text: string, ...pairs: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return pairs.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`the example has no ${String(from)}`);
    return after;
  }, text);
}

function versionOf(command: string, word: string): string | undefined {
  const { error, stdout, stderr } = spawnSync(command, [word], { encoding: 'utf8' });
  return error === undefined ? (stdout + stderr).trim() : undefined;
}

export const PROXIES: readonly ProxyKind[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    version: () => versionOf('nginx', '-v'),
    adapted: (example, port, server) =>
      replaced(
        example,
        ['listen 443 ssl', `listen 127.0.0.1:${port}`],
        [/ *ssl_certificate .*\n/, ''],
        [/ *ssl_certificate_key .*\n/, ''],
        ['server 127.0.0.1:8080', `server 127.0.0.1:${server}`],
      ),
    start(folder, path) {
      const main = join(folder, 'main.conf');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      writeFileSync(
        main,
        `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
        http { access_log off; ${temporary.join(' ')} include ${path}; }`,
      );
      return spawn('nginx', ['-p', folder, '-c', main], { stdio: ['ignore', 'ignore', 'pipe'] });
    },
  },
  {
    name: 'Caddy',
    file: 'Caddyfile',
    version: () => versionOf('caddy', 'version'),
    adapted: (example, port, server) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${replaced(
        example,
        ['example.org {', `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`],
        ['reverse_proxy 127.0.0.1:8080', `reverse_proxy 127.0.0.1:${server}`],
      )}`,
    start: (folder, path) =>
      spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      }),
  },
];

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a proxy at a port, in front of a server at another. @returns when it listens @throws Error with its output */
export async function startProxy(kind: ProxyKind, port: number, server: number): Promise<AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const path = join(folder, kind.file);
  writeFileSync(path, kind.adapted(readFileSync(join(EXAMPLES, kind.file), 'utf8'), port, server));
  const child = kind.start(folder, path);
  let output = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'exit');
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${kind.name} ended: ${output}`);
    return accepts(port);
  }, kind.name);
  return {
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
