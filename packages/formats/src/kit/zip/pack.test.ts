import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { EarlyPieces } from './early-pieces.ts';
import { type PackedFile, packZip } from './pack.ts';
import { unpackZip } from './unpack.ts';

const folder = mkdtempSync(join(tmpdir(), 'pack-'));
after(() => rmSync(folder, { recursive: true }));

const MEGABYTE = 1 << 20;
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const numbers = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i + 8 <= length; i += 8) bytes.writeDoubleLE(155_000 + Math.round(Math.sin(i) * 1e6) / 1e3, i);
  return bytes;
};

/** Contents by name: sizes around the pieces, compressible and not. */
const CONTENTS: Readonly<Record<string, Buffer>> = {
  'empty.txt': Buffer.alloc(0),
  'one.txt': Buffer.from('a'),
  'numbers.bin': numbers(3 * MEGABYTE + 12_345),
  'whole-pieces.bin': numbers(2 * MEGABYTE),
  'random.bin': randomBytes(MEGABYTE + 7),
  'Plän/drawing 1.txt': Buffer.from('text '.repeat(1000)),
};

async function packed(name: string, largest?: number): Promise<string> {
  const files = Object.entries(CONTENTS).map(([entry, bytes], i) => {
    const path = join(folder, `source-${i}`);
    writeFileSync(path, bytes);
    return { name: entry, path };
  });
  const path = join(folder, name);
  await packZip(files, path, { signal: new AbortController().signal, largest });
  return path;
}

/** What Python's zipfile, written by other people, reads (and checks): name, method, sizes, digest of each entry. */
function readByPython(path: string): unknown {
  const script = `import zipfile,hashlib,json,sys
z=zipfile.ZipFile(sys.argv[1])
print(json.dumps([[i.filename,i.compress_type,i.file_size,list(i.date_time),hashlib.sha256(z.read(i)).hexdigest()] for i in z.infolist()]))`;
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script, path], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const DATE = [2000, 1, 1, 0, 0, 0];
const METHODS: Readonly<Record<string, number>> = { 'random.bin': 0, 'empty.txt': 0, 'one.txt': 0 };
const EXPECTED = Object.entries(CONTENTS).map(([name, bytes]) => [
  name,
  METHODS[name] ?? 8,
  bytes.length,
  DATE,
  digest(bytes),
]);

describe('an archive', () => {
  for (const [kind, largest] of [
    ['of ordinary size', undefined],
    ['whose sizes and offsets are all in Zip64 fields', 0],
    ['whose later offsets are in Zip64 fields', 1_000_000],
  ] as const) {
    const path = join(folder, `${largest ?? 'ordinary'}.zip`);
    before(() => packed(basename(path), largest));

    test(`${kind} is read by Python`, { skip: hasPython ? false : 'python3 is not installed' }, () => {
      assert.deepEqual(readByPython(path), EXPECTED);
    });

    test(`${kind} is read back`, async () => {
      const into = mkdtempSync(join(folder, 'into-'));
      const request = { limits: DEFAULT_LIMITS, signal: new AbortController().signal, opaque: () => true };
      const files = await unpackZip(path, into, request);
      assert.deepEqual(
        files.map(({ name, size, sha256 }) => [name, size, sha256]),
        EXPECTED.map(([name, , size, , sha256]) => [name, size, sha256]),
      );
    });
  }

  test('has the same bytes for the same files', async () => {
    assert.ok(readFileSync(join(folder, 'ordinary.zip')).equals(readFileSync(await packed('b.zip'))));
  });

  test('stores what does not shrink, and shrinks the rest', () => {
    const sum = Object.values(CONTENTS).reduce((total, bytes) => total + bytes.length, 0);
    const { size } = statSync(join(folder, 'ordinary.zip'));
    assert.ok(size > CONTENTS['random.bin']!.length && size < 0.7 * sum, `${size} of ${sum} bytes`);
  });

  describe('whose file was compressed while it was written', () => {
    const content = numbers(3 * MEGABYTE + 12_345);
    const source = join(folder, 'early');
    const archive = async (name: string, pieces: EarlyPieces): Promise<Buffer> => {
      writeFileSync(source, content);
      const path = join(folder, name);
      await packZip([{ name: 'early.bin', path: source, pieces }], path, { signal: new AbortController().signal });
      return readFileSync(path);
    };
    /** Pieces between bytes that are not announced. @param change of what is announced */
    const announced = (change: (bytes: Buffer) => void = () => {}): EarlyPieces => {
      const pieces = new EarlyPieces();
      for (const [from, to] of [
        [4096, 700_000],
        [700_000, 1_800_000],
        [1_900_000, 2_000_000],
      ]) {
        const bytes = Buffer.from(content.subarray(from, to));
        change(bytes);
        pieces.add(bytes, from!);
      }
      return pieces;
    };

    test('is whole', { skip: hasPython ? false : 'python3 is not installed' }, async () => {
      await archive('early.zip', announced());
      const expected = [['early.bin', 8, content.length, DATE, digest(content)]];
      assert.deepEqual(readByPython(join(folder, 'early.zip')), expected);
    });

    test('has the same bytes when pieces are compressed later, because they changed after all', async () => {
      const changed = announced((bytes) => bytes.writeUInt8(bytes.readUInt8(5) ^ 1, 5));
      assert.ok((await archive('changed.zip', changed)).equals(await archive('early.zip', announced())));
    });

    test('has the same bytes when more pieces are announced than may wait', async () => {
      const many = new EarlyPieces();
      for (let at = 0; at < 40 * 64; at += 64) many.add(content.subarray(at, at + 64), at);
      const compressed = Array.from({ length: 40 }, (_, i) => many.at(64 * i)?.packed !== undefined);
      assert.ok(compressed.includes(true) && compressed.includes(false), compressed.join(' '));
      const slowly = new EarlyPieces();
      for (let at = 0; at < 40 * 64; at += 64) {
        slowly.add(content.subarray(at, at + 64), at);
        await slowly.settled();
      }
      assert.ok((await archive('many.zip', many)).equals(await archive('slowly.zip', slowly)));
    });
  });

  test('begins with an entry about the others, which is known only at the end', async () => {
    writeFileSync(join(folder, 'source-0'), 'content');
    const path = join(folder, 'first.zip');
    const about = (files: readonly PackedFile[]): Buffer => Buffer.from(JSON.stringify(files));
    const facts = { name: 'a.txt', size: 7, sha256: digest(Buffer.from('content')) };
    const first = { name: 'about.json', size: about([facts]).length, content: about };
    const file = { name: 'a.txt', path: join(folder, 'source-0') };
    const request = { signal: new AbortController().signal };
    await packZip([file], path, { ...request, first });
    const into = mkdtempSync(join(folder, 'into-'));
    const [unpacked, other] = await unpackZip(path, into, { ...request, limits: DEFAULT_LIMITS, opaque: () => true });
    assert.deepEqual([unpacked?.name, other?.name], ['about.json', 'a.txt']);
    assert.equal(readFileSync(unpacked!.path, 'utf8'), JSON.stringify([facts]));
    const wrong = packZip([file], path, { ...request, first: { ...first, size: 3 } });
    await assert.rejects(wrong, /about\.json has \d+ bytes, not 3/);
  });
});
