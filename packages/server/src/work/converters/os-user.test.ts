import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { chooseOsUser } from './os-user.ts';

const parent = mkdtempSync(join(tmpdir(), 'os-user-'));
const data = join(parent, 'data');
const code = join(parent, 'code');
mkdirSync(data);
mkdirSync(code);
writeFileSync(join(code, 'entry.ts'), '');
after(() => rmSync(parent, { recursive: true }));
beforeEach(() => {
  for (const [path, mode] of [
    [parent, 0o711],
    [data, 0o700],
    [code, 0o755],
    [join(code, 'entry.ts'), 0o644],
  ] as const)
    chmodSync(path, mode);
});
const choose = (setting?: string) => chooseOsUser(setting, data, [code, join(code, 'entry.ts')]);
const isRoot = process.getuid?.() === 0;

describe('the user of converters, if the server runs as root', {
  skip: !isRoot && 'the tests do not run as root',
}, () => {
  const chosen: [setting: string | undefined, user: { uid: number; gid: number } | undefined, mode: number][] = [
    [undefined, { uid: 65534, gid: 65534 }, 0o711],
    ['1000', { uid: 1000, gid: 1000 }, 0o711],
    ['1000:1001', { uid: 1000, gid: 1001 }, 0o711],
    ['same', undefined, 0o700],
  ];
  for (const [setting, user, mode] of chosen) {
    test(`for ${setting ?? 'no setting'} is ${user?.uid ?? 'that of the server'}; data may be passed, not listed`, () => {
      const { note, isExposed, ...choice } = choose(setting);
      assert.deepEqual(choice, user === undefined ? {} : { user });
      assert.match(
        note,
        user === undefined ? /the server's own user/ : new RegExp(`as the user ${user.uid}:${user.gid}`),
      );
      assert.equal(isExposed, false);
      assert.equal(statSync(data).mode & 0o777, mode);
    });
  }

  const closed: [what: string, path: string, mode: number, reason: RegExp][] = [
    [
      'the folder above the data',
      parent,
      0o700,
      /cannot pass through .*os-user-\w+ to .*data. Allow it \(chmod o\+x .*\)/,
    ],
    ['the code', code, 0o711, /cannot read .*code. Allow it \(chmod o\+rx .*code\)/],
    ['a module', join(code, 'entry.ts'), 0o600, /cannot read .*entry.ts. Allow it \(chmod o\+r .*entry.ts\)/],
  ];
  for (const [what, path, mode, reason] of closed) {
    test(`is not another one while ${what} is closed: refused if set, reported if not`, () => {
      chmodSync(path, mode);
      assert.throws(() => choose('65534'), reason);
      const { user, note, isExposed } = choose();
      assert.equal(user, undefined);
      assert.match(note, reason);
      assert.match(note, /^converters run as root/);
      assert.ok(isExposed);
      assert.equal(statSync(data).mode & 0o777, 0o700);
      if (path !== parent) chmodSync(path, 0o755);
    });
  }
});

test('the user of converters is that of a server that does not run as root', { skip: isRoot && 'runs as root' }, () => {
  assert.equal(choose().user, undefined);
  assert.throws(() => choose('65534'), /only a server that runs as root/);
});
