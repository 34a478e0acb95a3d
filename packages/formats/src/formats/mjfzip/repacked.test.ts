import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder, NO_PLACEMENT } from '@fieldbridge/fieldjob';
import { assertSameJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import { detect } from '../../convert/detect.ts';
import { FileSource, MemorySource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { type RawEntry, rawZip } from '../../kit/zip/testing.ts';
import { readContext, readJob, TestFolder, writeJob } from '../mjf/testing/files.ts';
import { checkParts, manifestText } from './manifest.ts';
import { readMjfzip } from './read.ts';
import { writeMjfzip } from './write.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
const ours = folder.file('ours.mjfzip');
/** The parts of our package, unpacked. */
const unpacked = folder.file('unpacked');

function sample(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ name: 'Weg', unit: 'metre' });
  builder.point(Object.assign(new Feature(), { name: 'ä' }), 1, 2, 3);
  for (const fileName of ['plan.dxf', 'plan.dxf', '..', 'CON', '漢字.pdf', `${'long'.repeat(60)}.dgn`]) {
    const bytes = Buffer.from(`the file ${fileName}`);
    builder.drawing({
      ...{ name: fileName, fileName, format: 'dxf', mediaType: '', sha256: '', size: bytes.length, read: () => bytes },
      ...{ placement: NO_PLACEMENT, scene: new JobBuilder().job, source: -1 },
    });
  }
  return builder.job;
}
const read = (path: string): Promise<FieldJob> => readJob(readMjfzip, path, readContext(folder.path));
const readBytes = (bytes: Uint8Array): Promise<FieldJob> =>
  readJob(readMjfzip, new MemorySource(bytes, 'a.mjfzip'), readContext(folder.path));
/** Every part as an entry, in the order of our package. */
function entries(): RawEntry[] {
  const { parts } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as { parts: { path: string }[] };
  return ['manifest.json', ...parts.map(({ path }) => path)].map((name) => ({
    name,
    data: readFileSync(join(unpacked, name)),
  }));
}

before(async () => {
  await writeJob(writeMjfzip, sample(), ours, folder.path);
  const { unpackZip } = await import('../../kit/zip/unpack.ts');
  mkdirSync(unpacked);
  const { limits, signal } = readContext(folder.path);
  await unpackZip(ours, unpacked, { limits, signal, opaque: () => true });
});

describe('a package', () => {
  it('lists each part with its size and digest, under names that every system accepts', () => {
    const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as Record<string, unknown>;
    assert.deepEqual([manifest['format'], manifest['version'], manifest['name']], ['fieldbridge-mjfzip', 1, 'Weg']);
    const parts = manifest['parts'] as { path: string; size: number; sha256: string }[];
    for (const { path, size, sha256 } of parts) {
      const bytes = readFileSync(join(unpacked, path));
      assert.deepEqual([size, sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')], path);
      assert.match(path, /^(job\.mjf|drawings\/\d+-[A-Za-z0-9][A-Za-z0-9._-]{0,79})$/);
    }
    assert.deepEqual(
      readdirSync(join(unpacked, 'drawings')).sort(),
      parts
        .slice(1)
        .map(({ path }) => path.slice(9))
        .sort(),
    );
  });

  it('repacked by another program is the same job', async (t) => {
    const missing: string[] = [];
    for (const [program, args] of [
      ['zip', ['-q', '-r', 'PATH', '.']],
      ['zip', ['-q', '-r', '-fd', '-9', 'PATH', '.']],
      ['/usr/bin/python3', ['-m', 'zipfile', '-c', 'PATH', 'manifest.json', 'job.mjf', 'drawings/']],
    ] as const) {
      const path = folder.file('again.mjfzip');
      rmSync(path, { force: true });
      const { error, status, stderr } = spawnSync(
        program,
        args.map((one) => one.replace('PATH', path)),
        { cwd: unpacked, encoding: 'utf8' },
      );
      if (error) {
        missing.push(program);
        continue;
      }
      assert.equal(status, 0, stderr);
      assertSameJob(await read(path), sample());
      const source = new FileSource(path);
      assert.equal(detect(source)?.format.id, 'mjfzip');
      source.close();
    }
    if (missing.length > 0) t.skip(`not installed: ${missing.join(', ')}; packages of those programs were not read`);
  });

  it('may have its parts in any order, its folders listed, its manifest indented or with a byte order mark', async () => {
    assertSameJob(await readBytes(rawZip(entries().reverse())), sample());
    assertSameJob(await readBytes(rawZip([{ name: 'drawings/', mode: 0o040755 }, ...entries()])), sample());
    const [manifest, ...parts] = entries();
    const text = Buffer.from(manifest!.data!).toString();
    for (const other of [JSON.stringify(JSON.parse(text)), `\ufeff${text}`, text.replaceAll('\n', '\r\n')])
      assertSameJob(await readBytes(rawZip([{ name: 'manifest.json', data: Buffer.from(other) }, ...parts])), sample());
  });

  it('is refused if its parts are in a folder, or if it is packed twice', async () => {
    const inFolder = entries().map(({ name, ...rest }) => ({ name: `job/${name}`, ...rest }));
    await assert.rejects(readBytes(rawZip(inFolder)), { code: 'not-ours' });
    await assert.rejects(readBytes(rawZip([{ name: 'a.mjfzip', data: readFileSync(ours) }])), {
      code: 'limit-exceeded',
      limit: 'archiveDepth',
    });
  });

  it('is refused for any changed byte, naming the part', async () => {
    for (const [index, part] of entries().entries()) {
      if (index === 0) continue;
      const changed = entries();
      const data = Buffer.from(part.data!);
      data[data.length >> 1]! ^= 1;
      changed[index] = { name: part.name, data };
      await assert.rejects(readBytes(rawZip(changed)), (error) => {
        assert.ok(
          error instanceof FormatError && error.code === 'digest-mismatch' && error.message.includes(part.name),
          String(error),
        );
        return true;
      });
      await assert.rejects(readBytes(rawZip(entries().filter((one) => one.name !== part.name))), {
        code: 'part-missing',
      });
    }
  });

  it('returns the files of its drawings unchanged', async () => {
    const job = await read(ours);
    assert.deepEqual(
      job.drawings.map(({ read: file }) => Buffer.from(file!()).toString()),
      sample().drawings.map(({ fileName }) => `the file ${fileName}`),
    );
  });
});

describe('a manifest', () => {
  const digest = 'ab'.repeat(32);
  /** Checks a manifest against parts that all have the same length and digest. */
  function check(text: string, names: readonly string[]): string[] | string {
    const path = folder.file('manifest.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const manifest = { name: 'manifest.json', path, size: Buffer.byteLength(text), sha256: '' };
    try {
      return [
        ...checkParts([manifest, ...names.map((name) => ({ name, path: name, size: 5, sha256: digest }))]).keys(),
      ];
    } catch (error) {
      assert.ok(error instanceof FormatError, String(error));
      return error.code;
    }
  }
  const part = (path: string, rest: object = {}): object => ({ path, size: 5, sha256: digest, ...rest });
  const manifest = (parts: unknown, rest: object = {}): string =>
    JSON.stringify({ format: 'fieldbridge-mjfzip', version: 1, parts, ...rest });
  const JOB = part('job.mjf');

  it('as we write it is accepted', () => {
    const text = manifestText('"n"\n', [{ path: 'job.mjf', size: 5, sha256: digest }]);
    assert.deepEqual(check(text, ['job.mjf']), ['manifest.json', 'job.mjf']);
  });

  for (const [what, text, names, expected] of [
    [
      'with a digest in capitals',
      manifest([part('job.mjf', { sha256: digest.toUpperCase() })]),
      ['job.mjf'],
      ['manifest.json', 'job.mjf'],
    ],
    [
      'with unknown members',
      manifest([part('job.mjf', { by: 'me' })], { more: 1 }),
      ['job.mjf'],
      ['manifest.json', 'job.mjf'],
    ],
    ['without the job among its parts', manifest([part('a')]), ['a'], 'manifest-damaged'],
    ['with a job of another size', manifest([part('job.mjf', { size: 6 })]), ['job.mjf'], 'digest-mismatch'],
    ['with a size that is a text', manifest([part('job.mjf', { size: '5' })]), ['job.mjf'], 'manifest-damaged'],
    ['with a fractional size', manifest([part('job.mjf', { size: 5.5 })]), ['job.mjf'], 'manifest-damaged'],
    ['with a digest that is too short', manifest([part('job.mjf', { sha256: 'ab' })]), ['job.mjf'], 'manifest-damaged'],
    ['with a null part', manifest([JOB, null]), ['job.mjf'], 'manifest-damaged'],
    ['with parts that are not a list', manifest({ 0: JOB }), ['job.mjf'], 'manifest-damaged'],
    ['that lists a part twice', manifest([JOB, JOB]), ['job.mjf'], 'part-missing'],
    ['that lists a missing part', manifest([JOB, part('drawings/1-a')]), ['job.mjf'], 'part-missing'],
    ['that does not list an existing part', manifest([JOB]), ['job.mjf', 'readme.txt'], 'part-unknown'],
    ['of a newer version', manifest([JOB], { version: 2 }), ['job.mjf'], 'version-too-new'],
    ['of another program', manifest([JOB], { format: 'other' }), ['job.mjf'], 'not-ours'],
    ['that is a list', '[]', [], 'not-ours'],
    ['that is null', 'null', [], 'not-ours'],
    ['that is not JSON', '{"format":', [], 'manifest-damaged'],
    ['that is empty', '', [], 'manifest-damaged'],
  ] as const)
    it(`${what} is ${typeof expected === 'string' ? `refused: ${expected}` : 'taken'}`, () =>
      assert.deepEqual(check(text, names), expected));

  it('that is too large is refused before it is read', () => {
    const file = { name: 'manifest.json', path: folder.file('missing'), size: 16 * 2 ** 20 + 1, sha256: '' };
    assert.throws(() => checkParts([file]), { code: 'limit-exceeded', limit: 'manifestBytes' });
  });
});
