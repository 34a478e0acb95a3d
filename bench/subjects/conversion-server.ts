import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const START = join(import.meta.dirname, '../../tools/start.mjs');
const START_MS = 60_000;

/** A conversion server in a process of its own, with one caller. */
export interface ConversionTarget {
  /** Sends a file as the body; resolves with the status once the whole answer has arrived. */
  send(method: string, path: string, file?: string): Promise<{ status: number; text: string }>;
  stop(): Promise<void>;
}

/** Starts a demonstration server on fresh data. @param port to listen on */
export async function startConversionServer(port: number): Promise<ConversionTarget> {
  const data = mkdtempSync(join(tmpdir(), 'fieldbridge-bench-'));
  const child: ChildProcess = spawn(
    process.execPath,
    [START, 'serve', '--demo', '--data', data, '--port', String(port), '--log-level', 'error'],
    { stdio: 'ignore' },
  );
  const demo = join(data, 'demo.json');
  const deadline = Date.now() + START_MS;
  const live = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(existsSync(demo) && (await live()))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('the server does not start');
    await pause(50);
  }
  const { conversion } = JSON.parse(readFileSync(demo, 'utf8')) as {
    conversion: { clientId: string; clientSecret: string };
  };
  const headers = { 'x-clientid': conversion.clientId, 'x-clientsecret': conversion.clientSecret };
  return {
    send: (method, path, file) => sendFile(`http://127.0.0.1:${port}/conversion${path}`, method, headers, file),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Sends a file as the body of a request and reads the answer to its end, keeping only its first bytes. */
export async function sendFile(
  url: string,
  method: string,
  headers: Record<string, string>,
  file?: string,
): Promise<{ status: number; text: string }> {
  const length = file === undefined ? 0 : statSync(file).size;
  const call = request(url, { method, headers: { ...headers, 'content-length': length } });
  if (file === undefined) call.end();
  else createReadStream(file, { highWaterMark: 1 << 20 }).pipe(call);
  const [response] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const chunk of response as AsyncIterable<Buffer>) if (text.length < 1000) text += chunk.toString('latin1');
  return { status: response.statusCode!, text };
}
