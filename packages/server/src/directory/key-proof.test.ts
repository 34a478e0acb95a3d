import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { TestClock } from '../../testing/clock.ts';
import { deskMigrations } from '../operator/migrations.ts';
import { coreMigrations } from '../storage/core-migrations.ts';
import { ServerKey } from '../storage/server-key.ts';
import { SqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { CredentialStore } from './credential-store.ts';
import { KeyProof } from './key-proof.ts';

// docs/operating.md: a start detects another server's key. test/damaged-directory.test.ts tests whole data directories.

const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-proof-'));
const database = new SqliteStore(join(folder, 'desk.sqlite'), [coreMigrations, deskMigrations]);
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
const [own, foreign] = [1, 2].map((byte) => new ServerKey(Buffer.alloc(32, byte))) as [ServerKey, ServerKey];
const proofOf = (key: ServerKey): KeyProof => new KeyProof(join(folder, 'server.key'), key, database);
const kept = (): unknown[] => database.read('SELECT * FROM serverKey');
const forget = (): Promise<unknown> => database.write((tx) => tx.run('DELETE FROM serverKey'));

describe('the proof of a key', () => {
  test('is missing at first: any key passes, and passing stores nothing', async () => {
    for (const key of [own, foreign]) await proofOf(key).check();
    assert.deepEqual(kept(), []);
  });

  test('accepts its key and no other, and is not the key', async () => {
    await proofOf(own).keep();
    await proofOf(own).check();
    await assert.rejects(async () => proofOf(foreign).check(), {
      name: 'DataDirectoryDamaged',
      message: /server\.key, does not match the databases next to it.*backup/,
    });
    const [{ proof }] = kept() as [{ proof: Uint8Array }];
    assert.notDeepEqual(Buffer.from(proof), Buffer.alloc(32, 1));
    assert.notDeepEqual(Buffer.from(proof), own.hash('fieldbridge'), 'nor a hash that anything else is stored as');
  });

  test('is replaced by that of a key newly created because it was missing', async () => {
    await proofOf(foreign).keep();
    await proofOf(foreign).check();
    await assert.rejects(async () => proofOf(own).check());
    assert.equal(kept().length, 1);
    await forget();
  });

  test('is stored once, when the first secret is verified, and not by a wrong secret', async () => {
    const proof = proofOf(own);
    await proof.check();
    let confirmed = 0;
    const confirm = (): void => {
      confirmed++;
      proof.confirm();
    };
    const store = new CredentialStore(database, own, new TestClock(), { proven: confirm });
    const { credential, secret } = await store.issue('o', 'label');
    for (const wrong of ['', `${secret}x`, 'fbcs_wrong'])
      assert.equal(await store.verify(credential.clientId, wrong), undefined);
    assert.deepEqual([confirmed, kept()], [0, []]);
    for (const _ of [1, 2, 3]) assert.ok(await store.verify(credential.clientId, secret));
    assert.equal(confirmed, 1, 'a cached secret is not hashed again');
    // Writes keep their order, so after this one the proof is stored.
    await database.write(() => {});
    assert.equal(kept().length, 1);
    await assert.rejects(async () => proofOf(foreign).check());
    await forget();
  });

  test('whose storing failed turns no secret away, and is tried again with the next', async () => {
    const proof = proofOf(own);
    database.connection.exec(
      "CREATE TRIGGER full BEFORE INSERT ON serverKey BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    await assert.rejects(proof.keep(), /no room/);
    proof.confirm();
    await database.write(() => {});
    assert.deepEqual(kept(), []);
    database.connection.exec('DROP TRIGGER full');
    proof.confirm();
    await database.write(() => {});
    assert.equal(kept().length, 1);
  });
});
