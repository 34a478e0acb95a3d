import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { FormatError } from '@fieldbridge/formats/core/failure.ts';
import { serveTasks, type TaskContext } from '../serve-tasks.ts';

// A converter whose tasks misbehave in every way the pool must withstand.

function attempt(action: () => unknown): string {
  try {
    action();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

async function network(): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = connect(9, '127.0.0.1');
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      socket.on('connect', () => resolve('done'));
    } catch (error) {
      resolve((error as NodeJS.ErrnoException).code ?? '');
    }
  });
}

const kept: Buffer[] = [];

serveTasks(
  {
    echo: async (task: { value: unknown }) => ({ value: task.value, pid: process.pid, environment: process.env }),
    compiled: async () => ({ folder: getCompileCacheDir() }),
    copy: async (task: { path: string }, { output, progress }: TaskContext) => {
      progress(1, 2, 'copy');
      writeFileSync(join(output, 'copy'), readFileSync(task.path));
      return {};
    },
    ask: async (task: { names: string[] }, { ask }: TaskContext) => ask(task.names),
    fail: async () => {
      throw new FormatError('not-dxf');
    },
    crash: async () => process.abort(),
    // Dies the first time and works the second; the server's file in `in` distinguishes the attempts.
    crashOnce: async (task: { marker: string }) => (existsSync(task.marker) ? { survived: true } : process.abort()),
    hang: async () => {
      for (;;) Math.sqrt(Math.random());
    },
    sleep: (task: { ms: number }) => new Promise((resolve) => setTimeout(() => resolve({ pid: process.pid }), task.ms)),
    buffers: async () => {
      for (;;) {
        kept.push(Buffer.alloc(16 * 2 ** 20, 1));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    heap: async () => {
      const objects: object[] = [];
      for (;;) objects.push({ a: objects.length, b: String(objects.length) });
    },
    // Ignores every signal that can be ignored, and never ends.
    deaf: async () => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
      process.send?.({ type: 'progress', id: 1, done: 1, total: 2, phase: 'deaf' });
      await new Promise(() => setInterval(() => {}, 1000));
    },
    // Complains more than anyone wants to keep, and dies.
    complain: async () => {
      for (let i = 0; i < 2000; i++) process.stderr.write(`complaint ${i} ${'x'.repeat(100)}\n`);
      process.stderr.write('last words', () => process.exit(3));
      await new Promise(() => {});
    },
    // Claims that tasks are done that are over, or never existed.
    liar: async () => {
      for (const id of [0, -1, 2, 99, 1e300]) process.send?.({ type: 'done', id, result: 'a lie' });
      return 'the truth';
    },
    unforeseen: async () => {
      throw new TypeError('a defect of ours');
    },
    tooLong: async () => new Array(-1),
    diskFull: async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
    databaseFull: async () => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    },
    hurry: async (_task: unknown, { progress }: TaskContext) => {
      for (let i = 0; i < 5000; i++) progress(i, 5000, i < 2500 ? 'first' : 'second');
      return {};
    },
    babble: async () => process.send?.({ type: 'failed', id: 1, code: 'NOT A CODE', text: 4 }),
    link: async (_task: unknown, { output }: TaskContext) => {
      return { link: attempt(() => symlinkSync('/etc/passwd', join(output, 'copy'))) };
    },
    escape: async (task: { input: string }, { output }: TaskContext) => ({
      readOutside: attempt(() => readFileSync('/etc/passwd')),
      writeOutside: attempt(() => writeFileSync(join(output, '../../escaped'), 'x')),
      writeCompiled: attempt(() => writeFileSync(join(process.env['NODE_COMPILE_CACHE']!, 'escaped'), 'x')),
      writeInput: attempt(() => writeFileSync(task.input, 'x')),
      spawn: attempt(() => spawn('true')),
      network: await network(),
      writeOwn: attempt(() => writeFileSync(join(output, 'own'), 'x')),
    }),
  },
  join(process.argv[2]!, 'out'),
);
