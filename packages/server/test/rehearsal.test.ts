import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { rehearse } from '../src/app/rehearsal.ts';
import { backUp } from '../src/storage/backup/backup.ts';
import { spoil } from '../src/storage/sqlite/testing/spoil.ts';
import { embeddedOnly } from '../testing/database.ts';
import { startTestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

const only = { skip: embeddedOnly };

// Restoring a backup for trial: what is compared, and what is noticed.

const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
after(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();
const good = join(folder, 'good');
const TICKETS = 7;

before(async () => {
  if (only.skip) return;
  await using server = await startTestServer({}, { sample: true });
  const call = weighingCaller(server.url, server.demo.weighing);
  for (let i = 0; i < TICKETS; i++)
    assert.equal((await call('POST', '/weighing', ticket(server.demo.weighing.locationIds[0]!, `R-${i}`))).status, 201);
  const headers = {
    'x-clientid': server.demo.conversion.clientId,
    'x-clientsecret': server.demo.conversion.clientSecret,
  };
  const made = await fetch(`${server.url}/conversion/job/${server.demo.conversion.sampleJobId}/ascsv`, { headers });
  assert.equal(made.status, 200);
  await backUp({ data: server.directory, target: good, secrets: true, signal, progress: () => {} });
});

let copies = 0;
const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(path, name)).isFile());

/** Rehearses a copy of the backup that was changed in some way. */
async function faultsAfter(change: (backup: string) => void): Promise<readonly string[]> {
  const backup = join(folder, `copy-${copies++}`);
  await cp(good, backup, { recursive: true });
  change(backup);
  const before = filesOf(backup);
  const { faults } = await rehearse({ backup, signal, progress: () => {} });
  assert.deepEqual(filesOf(backup), before, 'the backup is only read');
  return faults;
}

test('a good backup has no fault; everything in it was compared, and nothing is left', only, async () => {
  const phases: string[] = [];
  const { faults, ...compared } = await rehearse({
    backup: good,
    signal,
    progress: (_, __, phase) => phases.push(phase),
  });
  assert.deepEqual(faults, []);
  const listed = filesOf(good).filter((name) => name !== 'backup.json');
  assert.equal(compared.files + compared.blobs, listed.length, 'each file is compared by one of the digests');
  assert.ok(compared.blobs >= 3 && compared.blobBytes > 100, JSON.stringify(compared));
  assert.equal(compared.databases, 6);
  assert.match(compared.madeAt!, /^\d{4}-/);
  const { rows } = JSON.parse(readFileSync(join(good, 'backup.json'), 'utf8')) as {
    rows: Record<string, Record<string, number>>;
  };
  assert.equal(rows['weighing-sandbox']!['ticketVersions'], TICKETS);
  assert.equal(phases.length, 4);
  assert.deepEqual(readdirSync(folder), ['good']);
});

describe('a fault is named', () => {
  /** A blob whose digest is in the manifest of the backup, or in its row. */
  const blobOf = (backup: string, digest: 'in manifest' | 'in row'): string => {
    const { files } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { files: object };
    const wanted = digest === 'in manifest';
    return join(
      backup,
      filesOf(backup).find((name) => name.startsWith('blobs/conversion') && name in files === wanted)!,
    );
  };
  const CHANGES: readonly (readonly [what: string, change: (backup: string) => void, faults: readonly RegExp[]])[] = [
    [
      'a flipped byte in a database',
      (backup) => flip(join(backup, 'weighing-production.sqlite'), -20),
      [/^weighing-production\.sqlite has changed since the backup was made\.$/],
    ],
    [
      'a shorter database',
      (backup) => {
        const path = join(backup, 'desk.sqlite');
        writeFileSync(path, readFileSync(path).subarray(0, 8192));
      },
      [/^desk\.sqlite has 8192 bytes instead of \d+\.$/, /^desk\.sqlite/, /^No server starts on it: /],
    ],
    [
      'a lost ticket',
      (backup) =>
        spoil(
          join(backup, 'weighing-sandbox.sqlite'),
          'DELETE FROM ticketVersions WHERE seq = (SELECT max(seq) FROM ticketVersions)',
        ),
      [
        /has (changed|\d+ bytes instead)/,
        new RegExp(`^weighing-sandbox\\.sqlite has ${TICKETS - 1} ticketVersions instead of ${TICKETS}\\.$`),
      ],
    ],
    ...[
      ['in manifest', /^blobs.* has changed since the backup was made\.$/, /^blobs.* is missing\.$/] as const,
      ['in row', /does not match the digest in its row/, /^The blob .* is missing\.$/] as const,
    ].flatMap(([digest, changed, missing]): typeof CHANGES => [
      [`a flipped byte in a blob, digest ${digest}`, (backup) => flip(blobOf(backup, digest), 0), [changed]],
      [`a missing blob, digest ${digest}`, (backup) => rmSync(blobOf(backup, digest)), [missing]],
    ]),
    [
      "another server's key",
      (backup) => writeFileSync(join(backup, 'server.key'), Buffer.alloc(32, 7).toString('base64')),
      [/^server\.key has changed/, /^No server starts on it: .*does not match the databases/],
    ],
    [
      'a key that was left out',
      (backup) => rmSync(join(backup, 'server.key')),
      [/^server\.key is missing\.$/, /^No server starts on it: .*server\.key, is missing/],
    ],
    [
      'a database of a later version',
      (backup) => spoil(join(backup, 'desk.sqlite'), "INSERT INTO migrations VALUES ('desk', 999, 'later', 'x', 'x')"),
      [/^desk\.sqlite has changed/, /instead of/, /^No server starts on it: The database is newer than this program/],
    ],
  ];
  for (const [what, change, expected] of CHANGES)
    test(what, only, async () => {
      const faults = await faultsAfter(change);
      for (const sentence of expected)
        assert.ok(
          faults.some((fault) => sentence.test(fault)),
          `${sentence}: ${JSON.stringify(faults)}`,
        );
    });

  function flip(path: string, place: number): void {
    const bytes = readFileSync(path);
    const at = place < 0 ? bytes.length + place : place;
    bytes[at] = bytes[at]! ^ 1;
    writeFileSync(path, bytes);
  }
});

test(
  'a backup of an earlier version has no digests of its files: the rest is compared all the same',
  only,
  async () => {
    assert.deepEqual(await faultsAfter((backup) => rmSync(join(backup, 'backup.json'))), []);
  },
);

test('what is no backup, or a scratch folder in use, is refused, and stays as it is', only, async () => {
  const rehearsal = (backup: string, scratch?: string) =>
    rehearse({ backup, ...(scratch === undefined ? {} : { scratch }), signal, progress: () => {} });
  await assert.rejects(rehearsal(join(folder, 'none')), { name: 'BackupRefused', message: /none is not a backup\.$/ });
  const used = join(folder, 'used');
  mkdirSync(used);
  writeFileSync(join(used, 'mine'), 'x');
  await assert.rejects(rehearsal(good, used), { name: 'BackupRefused', message: /used exists; name a scratch folder/ });
  assert.deepEqual(readdirSync(used), ['mine']);
  const scratch = join(folder, 'trial');
  assert.deepEqual((await rehearsal(good, scratch)).faults, []);
  assert.ok(!existsSync(scratch));
});

test('an interrupted rehearsal leaves nothing behind', only, async () => {
  const scratch = join(folder, 'interrupted');
  const abort = new AbortController();
  const reason = new Error('interrupted');
  const interrupted = rehearse({ backup: good, scratch, signal: abort.signal, progress: () => abort.abort(reason) });
  await assert.rejects(interrupted, reason);
  assert.ok(!existsSync(scratch));
});
