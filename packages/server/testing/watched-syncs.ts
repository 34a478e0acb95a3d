import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded into a server and each of its threads (`--import`): delays or fails every sync of data as the file named by
// SYNC_FAULT says (a number of milliseconds, or `fail`). The syncs themselves are still done.
const { fdatasync, fdatasyncSync } = fs;
const asleep = new Int32Array(new SharedArrayBuffer(4));

function fault(): string {
  return fs.readFileSync(process.env['SYNC_FAULT']!, 'utf8').trim();
}

function failure(): NodeJS.ErrnoException {
  return Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', errno: -5, syscall: 'fdatasync' });
}

fs.fdatasyncSync = (fd) => {
  fdatasyncSync(fd);
  const said = fault();
  if (said === 'fail') throw failure();
  Atomics.wait(asleep, 0, 0, Number(said));
};
fs.fdatasync = Object.assign(
  (fd: number, done: (error: NodeJS.ErrnoException | null) => void) =>
    fdatasync(fd, (error) => {
      const said = fault();
      if (said === 'fail') done(failure());
      else setTimeout(() => done(error), Number(said));
    }),
  { __promisify__: fdatasync.__promisify__ },
);
syncBuiltinESMExports();
