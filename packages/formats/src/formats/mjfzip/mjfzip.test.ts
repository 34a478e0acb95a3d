import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Feature, JobBuilder, NO_PLACEMENT } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { detect } from '../../convert/detect.ts';
import { FileSource, MemorySource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import type { Limits } from '../../core/limits.ts';
import { type RawEntry, rawZip } from '../../kit/zip/testing.ts';
import { readContext, readJob, TestFolder, writeJob } from '../mjf/testing/files.ts';
import { mjfWriter } from '../mjf/write.ts';
import { readMjfzip } from './read.ts';
import { writeMjfzip } from './write.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());

/** A job with a point and a drawing whose file begins like an archive. */
function sample(fileName = 'plan.kmz'): JobBuilder {
  const builder = new JobBuilder();
  builder.describe({ name: 'Weg' });
  builder.point(new Feature(), 1, 2, 3);
  const file = Buffer.from('PK\x03\x04 the file of a drawing', 'latin1');
  builder.drawing({
    ...{ name: 'plan', fileName, format: 'kmz', mediaType: '', sha256: '', size: file.length },
    ...{ read: () => file, placement: NO_PLACEMENT, scene: new JobBuilder().job, source: -1 },
  });
  return builder;
}

/** The bytes of job.mjf for a job. */
async function jobBytes(): Promise<Uint8Array> {
  const path = folder.file('inner.mjf');
  await writeJob(mjfWriter({ profile: 'job' }), new JobBuilder().job, path, folder.path);
  return readFileSync(path);
}

/** A part as listed in the manifest. */
const part = (path: string, data: Uint8Array): unknown => ({
  path,
  size: data.length,
  sha256: createHash('sha256').update(data).digest('hex'),
});
const manifest = (parts: unknown, rest: object = {}): RawEntry => ({
  name: 'manifest.json',
  data: Buffer.from(JSON.stringify({ format: 'fieldbridge-mjfzip', version: 1, parts, ...rest })),
});

async function read(entries: readonly RawEntry[] | Buffer, limits: Partial<Limits> = {}): Promise<void> {
  const bytes = Buffer.isBuffer(entries) ? entries : rawZip(entries);
  await readJob(readMjfzip, new MemorySource(bytes, 'x.mjfzip'), readContext(folder.path, limits));
}

const code =
  (expected: string, text = /./) =>
  (error: unknown): boolean =>
    error instanceof FormatError && error.code === expected && text.test(error.message);
const limit =
  (name: string) =>
  (error: unknown): boolean =>
    error instanceof LimitError && error.limit === name;

test('a package has the manifest first, the job, and the files of drawings under portable names', async () => {
  const path = folder.file('named.mjfzip');
  await writeJob(writeMjfzip, sample('../../Plän 1?.kmz').job, path, folder.path);
  const source = new FileSource(path);
  assert.deepEqual([detect(source)?.format.id, detect(source)?.sniffed.refusal], ['mjfzip', undefined]);
  const context = readContext(folder.path);
  const job = await readJob(readMjfzip, source, context);
  assert.equal(Buffer.from(job.drawings[0]!.read!()).toString('latin1'), 'PK\x03\x04 the file of a drawing');
  assert.equal(job.drawings[0]!.fileName, '../../Plän 1?.kmz');
  const names = readdirSync(folder.path, { recursive: true }).map(String);
  assert.ok(
    names.some((name) => /drawings.1-Pl_n_1_\.kmz$/.test(name)),
    names.join('\n'),
  );
  assert.deepEqual(context.issues.summary(), []);
});

test('the same job gives the same package, byte for byte', async () => {
  const paths = ['a.mjfzip', 'b.mjfzip'].map((name) => folder.file(name));
  for (const path of paths) await writeJob(writeMjfzip, sample().job, path, folder.path);
  const [a, b] = paths.map((path) => readFileSync(path));
  assert.ok(a!.equals(b!));
});

test('a part that differs from the manifest is refused with both digests', async () => {
  const job = await jobBytes();
  await read([manifest([part('job.mjf', job)]), { name: 'job.mjf', data: job }]);
  const changed = Uint8Array.from(job);
  changed[changed.length - 1]! ^= 1;
  const entries = [manifest([part('job.mjf', job)]), { name: 'job.mjf', data: changed }];
  await assert.rejects(read(entries), code('digest-mismatch', /"job\.mjf".*SHA-256/));
});

test('missing and unlisted parts are named', async () => {
  const job = await jobBytes();
  const listed = manifest([part('job.mjf', job), part('drawings/1-a.dxf', job)]);
  await assert.rejects(read([listed, { name: 'job.mjf', data: job }]), code('part-missing', /drawings\/1-a\.dxf/));
  const extra = [manifest([part('job.mjf', job)]), { name: 'job.mjf', data: job }, { name: 'run.sh', data: job }];
  await assert.rejects(read(extra), code('part-unknown', /run\.sh/));
});

test("another archive, a vendor's own package and a newer version are refused, each with its reason", async () => {
  await assert.rejects(read([{ name: 'Job.dat', data: Buffer.from('x') }]), code('not-ours', /vendor/));
  await assert.rejects(read([manifest([], { format: 'other' })]), code('not-ours'));
  await assert.rejects(read([manifest([], { version: 2 })]), code('version-too-new', /up to 1/));
  for (const parts of [undefined, [], [{ path: 1 }], 'x']) {
    await assert.rejects(read([manifest(parts)]), code('manifest-damaged'));
  }
  await assert.rejects(read([{ name: 'manifest.json', data: Buffer.from('{') }]), code('manifest-damaged'));
});

test('names that lead out of the package, links and devices are refused before any file is unpacked', async () => {
  const outside = ['../evil', 'a/../../evil', '/etc/evil', 'C:/evil', 'a\\..\\evil', 'a\u0000b', './a', 'a//b'];
  for (const name of outside) {
    await assert.rejects(read([manifest([]), { name, data: Buffer.from('x') }]), FormatError, JSON.stringify(name));
  }
  const link = { name: 'job.mjf', data: Buffer.from('/etc/passwd'), mode: 0o120777 };
  await assert.rejects(read([manifest([]), link]), code('archive-link'));
  await assert.rejects(read([manifest([]), { name: 'pipe', mode: 0o010644 }]), code('archive-link'));
  await assert.rejects(read([manifest([]), { name: 'x'.repeat(201) }]), limit('archiveNameLength'));
  const twice = [manifest([]), { name: 'A' }, { name: 'a' }];
  await assert.rejects(read(twice), code('archive-damaged', /two entries/));
  for (const [file, under] of [
    ['a', 'a/b'],
    ['x/A', 'x/a/b/c'],
    ['a/b', 'A'],
  ] as const)
    await assert.rejects(
      read([manifest([]), { name: file }, { name: under }]),
      code('archive-damaged', /inside another file/),
      under,
    );
  await assert.rejects(read([manifest([]), { name: `${'道'.repeat(90)}` }]), code('archive-name'));
  const locked = { name: 'a', flags: 1, data: new Uint8Array(20), claim: { size: 8 } };
  await assert.rejects(read([manifest([]), locked]), code('archive-encrypted'));
  assert.ok(!readdirSync(join(folder.path, '..')).includes('evil'));
});

test('archives of other programs may list their folders', async () => {
  const job = await jobBytes();
  const dxf = Buffer.from('0\nEOF\n');
  const parts = [part('job.mjf', job), part('drawings/1-a.dxf', dxf)];
  await read([
    manifest(parts),
    { name: 'drawings/', mode: 0o040755 },
    { name: 'job.mjf', data: job },
    { name: 'drawings/1-a.dxf', data: dxf },
  ]);
});

test('unpacking stops when aborted', async () => {
  const job = await jobBytes();
  const bytes = rawZip([manifest([part('job.mjf', job)]), { name: 'job.mjf', data: job }]);
  const context = { ...readContext(folder.path), signal: AbortSignal.abort() };
  await assert.rejects(readJob(readMjfzip, new MemorySource(bytes, 'x.mjfzip'), context), { name: 'AbortError' });
});

test('ZIP bombs are refused at once by a named limit', async () => {
  const zeros = new Uint8Array(80 * 2 ** 20);
  const started = process.cpuUsage();
  const bomb = rawZip([manifest([]), { name: 'a', data: zeros, deflate: true }]);
  await assert.rejects(read(bomb), limit('archiveRatio'));
  await assert.rejects(read(bomb, { unpackedBytes: 2 ** 20 }), limit('unpackedBytes'));
  const many = Array.from({ length: 40 }, (_, i) => ({ name: `${i}` }));
  await assert.rejects(read(many, { archiveEntries: 20 }), limit('archiveEntries'));
  // An entry that unpacks to more than it claims is stopped at its claim.
  const liar = { name: 'a', data: zeros.subarray(0, 2 ** 20), deflate: true, claim: { size: 10 } };
  await assert.rejects(read([manifest([]), liar]), code('archive-damaged'));
  // Entries that share one block of data.
  const block = { name: '0', data: new Uint8Array(5000).map((_, i) => i * i) };
  const shared = [block, ...[1, 2, 3].map((i) => ({ name: `${i}`, claim: { packed: 5000, size: 5000, offset: 0 } }))];
  await assert.rejects(read(shared), code('archive-damaged', /share/));
  // CPU time, because wall time means little on a busy machine.
  const { user, system } = process.cpuUsage(started);
  assert.ok(user + system < 10e6, `${user + system} microseconds`);
});

test('an archive inside the archive is refused, except the file of a drawing', async () => {
  const inner = rawZip([{ name: 'x' }]);
  await assert.rejects(read([manifest([]), { name: 'job.mjf', data: inner }]), limit('archiveDepth'));
});

test('packages truncated or damaged anywhere are read or refused with a code, never anything else', async () => {
  const path = folder.file('whole.mjfzip');
  await writeJob(writeMjfzip, sample().job, path, folder.path);
  const whole = readFileSync(path);
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), damage, fc.boolean(), async (size, changes, cut) => {
      const bytes = Buffer.from(cut ? whole.subarray(0, size) : whole);
      for (const [at, value] of cut ? [] : changes) bytes[at % bytes.length] = value;
      writeFileSync(path, bytes);
      try {
        await readJob(readMjfzip, path, readContext(folder.path));
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
      }
    }),
    { numRuns: 100 },
  );
});
