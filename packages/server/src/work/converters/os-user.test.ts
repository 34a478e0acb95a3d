import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareOsUser } from './os-user.ts';

test('another user: the data directory is opened for passing through, a closed parent is refused with a sentence', (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'os-user-'));
  const data = join(parent, 'data');
  mkdirSync(data, { mode: 0o700 });
  try {
    if (process.getuid?.() !== 0) {
      assert.throws(() => prepareOsUser('65534', data), /only a server that runs as root/);
      return t.skip('another operating system user: the tests do not run as root');
    }
    chmodSync(parent, 0o700);
    assert.throws(() => prepareOsUser('65534', data), /cannot pass through .*os-user-/);
    chmodSync(parent, 0o711);
    assert.deepEqual(prepareOsUser('65534', data), { uid: 65534, gid: 65534 });
    assert.deepEqual(prepareOsUser('1000:1001', data), { uid: 1000, gid: 1001 });
    assert.equal(statSync(data).mode & 0o777, 0o711);
  } finally {
    rmSync(parent, { recursive: true });
  }
});
