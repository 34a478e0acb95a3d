import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { FormatError, LimitError } from '../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.ts';
import { TestFolder } from '../../formats/mjf/testing/files.ts';
import { packZip } from './pack.ts';
import { type RawEntry, rawZip } from './testing.ts';
import { type UnpackedFile, unpackZip } from './unpack.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
let count = 0;

interface Way {
  readonly limits?: Partial<Limits>;
  readonly opaque?: (name: string) => boolean;
  readonly signal?: AbortSignal;
}

/** Unpacks bytes into their own folder; returns the files and their contents. */
async function unpack(bytes: Uint8Array, { limits, opaque = () => false, signal }: Way = {}) {
  const path = folder.file(`${++count}.zip`);
  writeFileSync(path, bytes);
  const into = folder.file(`${count}`);
  mkdirSync(into);
  const files = await unpackZip(path, into, {
    limits: { ...DEFAULT_LIMITS, ...limits },
    signal: signal ?? new AbortController().signal,
    opaque,
  });
  return { files, into, texts: Object.fromEntries(files.map((file) => [file.name, readFileSync(file.path, 'utf8')])) };
}
const unpackEntries = (entries: readonly RawEntry[], way?: Way) => unpack(rawZip(entries), way);
const entry = (name: string, text = name): RawEntry => ({ name, data: Buffer.from(text) });
const refused =
  (code: string, parameters?: object) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof FormatError, String(error));
    assert.equal(error.code, code, error.message);
    if (parameters !== undefined) assert.deepEqual(error.parameters, parameters);
    return true;
  };
/** The files in a folder, without the folders. */
const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name);

describe('an archive is unpacked', () => {
  it('file by file, each with its size and digest, with folders created as needed', async () => {
    const data = Buffer.from('x'.repeat(100_000));
    const { files, texts } = await unpackEntries([
      entry('a'),
      { name: 'b/c/d.txt', data, deflate: true },
      entry('empty', ''),
    ]);
    const expected: [string, Buffer][] = [
      ['a', Buffer.from('a')],
      ['b/c/d.txt', data],
      ['empty', Buffer.alloc(0)],
    ];
    assert.deepEqual(
      files.map(({ name, size, sha256 }: UnpackedFile) => [name, size, sha256]),
      expected.map(([name, bytes]) => [name, bytes.length, createHash('sha256').update(bytes).digest('hex')]),
    );
    assert.equal(texts['b/c/d.txt']?.length, 100_000);
  });

  it('as it was packed: names in any script, any bytes', async () => {
    const name = fc
      .stringMatching(/^[a-zß漢.-]{1,8}(\/[a-z漢😀 ]{1,6}x)?$/u)
      .filter((one) => !/^\.{1,2}(\/|$)/.test(one));
    const content = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.constant(new Uint8Array(70_000).fill(7)));
    const files = fc.uniqueArray(fc.tuple(name, content), {
      maxLength: 5,
      selector: ([one]) => one.split('/')[0]!.toLowerCase().normalize(),
    });
    await fc.assert(
      fc.asyncProperty(files, async (contents) => {
        const sources = contents.map(([one, bytes], i) => {
          const path = folder.file(`source-${i}`);
          writeFileSync(path, bytes);
          return { name: one, path };
        });
        const path = folder.file('packed.zip');
        await packZip(sources, path, { signal: new AbortController().signal });
        const found = await unpack(readFileSync(path), { opaque: () => true });
        assert.deepEqual(
          found.files.map((file) => [
            file.name,
            Buffer.compare(readFileSync(file.path), contents.find(([one]) => one === file.name)![1]),
          ]),
          contents.map(([one]) => [one, 0]),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('with a trailing comment, with bytes before it, with extra fields, and when it is empty', async () => {
    const plain = rawZip([entry('a')]);
    const commented = Buffer.concat([plain, Buffer.from('see PK\x05\x06 here')]);
    commented.writeUInt16LE(commented.length - plain.length, plain.length - 2);
    assert.deepEqual((await unpack(commented)).texts, { a: 'a' });
    // An extended timestamp (0x5455) of five bytes.
    const extra = Uint8Array.of(0x55, 0x54, 5, 0, 1, 0, 0, 0, 0);
    assert.deepEqual((await unpackEntries([{ ...entry('a'), extra }])).texts, { a: 'a' });
    assert.deepEqual((await unpack(rawZip([]))).files, []);
  });

  it('with code page 437 names of old programs as those programs show them', async () => {
    // 0x84 is ä there, 0x81 is ü.
    const { files } = await unpackEntries([
      { name: '', rawName: Uint8Array.of(0x50, 0x6c, 0x84, 0x6e, 0x81), data: Buffer.from('x') },
    ]);
    assert.deepEqual(
      files.map(({ name }) => name),
      ['Plänü'],
    );
  });

  it('made by Python with each of its methods', async (t) => {
    const script = `
import sys, zipfile, io
folder = sys.argv[1]
class Pipe(io.RawIOBase):
    def __init__(self, path): self.f = open(path, 'wb')
    def writable(self): return True
    def write(self, b): return self.f.write(b)
def make(name, target=None, **ways):
    with zipfile.ZipFile(target or folder + '/' + name, 'w', **ways) as z:
        with z.open('folder/one.txt', 'w', force_zip64='64' in name) as f: f.write(b'one' * 1000)
        z.writestr('zwei-ä.txt', 'zwei')
make('stored.zip')
make('deflated.zip', compression=zipfile.ZIP_DEFLATED, compresslevel=9)
make('zip64.zip', compression=zipfile.ZIP_DEFLATED)
make('streamed.zip', Pipe(folder + '/streamed.zip'), compression=zipfile.ZIP_DEFLATED)
make('streamed64.zip', Pipe(folder + '/streamed64.zip'))
make('bzip2.zip', compression=zipfile.ZIP_BZIP2)
make('lzma.zip', compression=zipfile.ZIP_LZMA)
`;
    const made = folder.file('python');
    mkdirSync(made);
    const { error, status, stderr } = spawnSync('/usr/bin/python3', ['-c', script, made], { encoding: 'utf8' });
    if (error) return t.skip('python3 is not installed: archives of another program were not checked');
    assert.equal(status, 0, stderr);
    for (const name of ['stored', 'deflated', 'zip64', 'streamed', 'streamed64']) {
      const { texts } = await unpack(readFileSync(join(made, `${name}.zip`)));
      assert.deepEqual(texts, { 'folder/one.txt': 'one'.repeat(1000), 'zwei-ä.txt': 'zwei' }, name);
    }
    for (const name of ['bzip2', 'lzma'])
      await assert.rejects(unpack(readFileSync(join(made, `${name}.zip`))), refused('archive-method'), name);
  });

  it('and a packed one is valid for unzip, Python and our reader, with the same bytes every time', async (t) => {
    const path = folder.file('ours.zip');
    const source = folder.file('ours.txt');
    writeFileSync(source, 'content'.repeat(1000));
    const files = ['a.txt', 'ordner/ö.txt'].map((name) => ({ name, path: source }));
    await packZip(files, path, { signal: new AbortController().signal });
    const first = readFileSync(path);
    await packZip(files, path, { signal: new AbortController().signal });
    assert.ok(first.equals(readFileSync(path)));
    assert.deepEqual(Object.keys((await unpack(first)).texts), ['a.txt', 'ordner/ö.txt']);
    const { error, stdout, status } = spawnSync('/usr/bin/python3', ['-m', 'zipfile', '-t', path], {
      encoding: 'utf8',
    });
    if (error) return t.skip('python3 is not installed: our archives were not checked with Python');
    assert.equal(status, 0, stdout);
  });
});

describe('an archive is refused', () => {
  /** Names that lead out, or that have another meaning on some system. */
  const NAMES = [
    ...[
      '../a',
      '..',
      'a/../../b',
      'a/..',
      '/a',
      '//a',
      'C:a',
      'C:/a',
      'c:\\a',
      '\\\\host\\share',
      'a\\b',
      '..\\a',
      'a:stream',
    ],
    ...['./a', 'a/./b', '.', 'a//b', 'a\u0000.txt', 'a\nb', '\u007f', 'a\tb', '/', '//'],
  ];
  describe('for a name that leads out of it, before any file is unpacked', () => {
    for (const name of NAMES) {
      it(JSON.stringify(name), async () => {
        const into = folder.file(`${count + 1}`);
        await assert.rejects(unpackEntries([entry('first'), entry(name)]), (error) => {
          assert.ok(
            error instanceof FormatError && /^archive-(name|damaged)$/.test(error.code),
            `${JSON.stringify(name)}: ${error}`,
          );
          return true;
        });
        assert.deepEqual(filesIn(into), [], JSON.stringify(name));
      });
    }
    it('and nothing is beside it', () => {
      assert.ok(!existsSync(join(folder.path, '..', 'a')));
    });
  });

  describe('for a name in an old code page that leads out of it', () => {
    for (const name of ['../a', '/a', 'a/../../b'])
      it(JSON.stringify(name), async () => {
        const rawName = Buffer.from(name, 'latin1');
        await assert.rejects(unpackEntries([{ name: '', rawName }]), FormatError, name);
      });
  });

  it('for a name that another field replaces with one that leads out (Info-ZIP Unicode path, APPNOTE 4.6.9)', async () => {
    const real = Buffer.from('../evil');
    const plain = Buffer.from('good');
    const field = Buffer.alloc(9 + real.length);
    field.writeUInt16LE(0x7075, 0);
    field.writeUInt16LE(5 + real.length, 2);
    field[4] = 1;
    const { crc32 } = await import('node:zlib');
    field.writeUInt32LE(crc32(plain), 5);
    real.copy(field, 9);
    await assert.rejects(unpackEntries([{ name: '', rawName: plain, extra: field }]), FormatError);
  });

  it('for names longer than the limit or than file systems allow', async () => {
    await unpackEntries([entry(`${'a'.repeat(99)}/${'b'.repeat(100)}`)]);
    await assert.rejects(unpackEntries([entry('a'.repeat(201))]), (error) => {
      assert.ok(error instanceof LimitError);
      assert.deepEqual([error.limit, error.value], ['archiveNameLength', 200]);
      return true;
    });
    await assert.rejects(unpackEntries([entry('漢'.repeat(86))]), refused('archive-name'));
    await unpackEntries([entry('漢'.repeat(85))]);
  });

  describe('for two entries that are the same file on some system', () => {
    for (const [a, b] of [
      ['a', 'a'],
      ['Plan.dxf', 'plan.DXF'],
      ['ä', 'a\u0308'],
      ['x/y', 'X/y'],
    ] as const)
      it(JSON.stringify(a), async () => {
        await assert.rejects(
          unpackEntries([entry(a), entry(b)]),
          refused('archive-damaged', { found: `two entries named "${b}"` }),
          `${a} ${b}`,
        );
      });
  });

  it('for an entry inside a file, but not for one in a folder that has its own entry', async () => {
    for (const [file, under] of [
      ['a', 'a/b'],
      ['a/B', 'A/b/c'],
    ] as const)
      await assert.rejects(
        unpackEntries([entry(file), entry(under)]),
        refused('archive-damaged', { found: `"${under}" is inside another file` }),
      );
    const { texts } = await unpackEntries([{ name: 'a/', mode: 0o040755 }, entry('a/b'), { name: 'c/' }]);
    assert.deepEqual(texts, { 'a/b': 'a/b' });
  });

  it('for links, devices and pipes; plain files and folders with any permissions are unpacked', async () => {
    for (const kind of [0o120000, 0o020000, 0o060000, 0o010000, 0o140000])
      await assert.rejects(
        unpackEntries([{ ...entry('a'), mode: kind | 0o777 }]),
        refused('archive-link'),
        kind.toString(8),
      );
    for (const mode of [0, 0o644, 0o100000, 0o104777])
      assert.deepEqual((await unpackEntries([{ ...entry('a'), mode }])).texts, { a: 'a' });
  });

  it('for a password, with any encryption method', async () => {
    const data = Buffer.alloc(30);
    for (const flags of [1, 1 | 0x40])
      await assert.rejects(
        unpackEntries([{ name: 'a', data, flags, claim: { size: 18 } }]),
        refused('archive-encrypted'),
      );
    await assert.rejects(unpackEntries([{ name: 'a', data, flags: 1, method: 99 }]), refused('archive-encrypted'));
  });

  describe('for an unknown compression method, which is named', () => {
    for (const method of [1, 6, 9, 12, 14, 93, 95, 98])
      it(String(method), async () => {
        await assert.rejects(
          unpackEntries([{ ...entry('a'), method }]),
          refused('archive-method', { name: 'a', method }),
        );
      });
  });

  it('for false sizes, too small or too large', async () => {
    const data = Buffer.from('x'.repeat(5000));
    for (const deflate of [false, true]) {
      for (const size of [0, 10, 4999, 5001, 2 ** 31])
        await assert.rejects(
          unpackEntries([{ name: 'a', data, deflate, claim: { size } }]),
          FormatError,
          `${deflate} ${size}`,
        );
    }
    for (const packed of [1, 5001, 2 ** 32 - 2])
      await assert.rejects(unpackEntries([{ name: 'a', data, claim: { packed } }]), FormatError, String(packed));
    for (const offset of [1, 10_000, 2 ** 32 - 2])
      await assert.rejects(unpackEntries([{ name: 'a', data, claim: { offset } }]), FormatError, String(offset));
  });

  it('for entries that share their data: the Fifield bomb needs no nesting', async () => {
    const block = { name: '0', data: new Uint8Array(5000).map((_, i) => i * i) };
    const shared = Array.from({ length: 50 }, (_, i) => ({
      name: `${i + 1}`,
      claim: { packed: 5000, size: 5000, offset: 0 },
    }));
    await assert.rejects(
      unpackEntries([block, ...shared]),
      (error) => error instanceof FormatError && /^archive-damaged .*share/.test(`${error.code} ${error.message}`),
    );
  });

  it('for more entries, more bytes or a higher ratio than the named limits', async () => {
    const limited = (limit: string) => (error: unknown) => {
      assert.ok(error instanceof LimitError, String(error));
      assert.equal(error.limit, limit);
      return true;
    };
    const many = Array.from({ length: 20 }, (_, i) => entry(`${i}`));
    await unpackEntries(many, { limits: { archiveEntries: 20 } });
    await assert.rejects(unpackEntries(many, { limits: { archiveEntries: 19 } }), limited('archiveEntries'));
    const bytes = { name: 'a', data: Buffer.alloc(1000), deflate: true };
    await unpackEntries([bytes, entry('b', 'x'.repeat(24))], { limits: { unpackedBytes: 1024 } });
    await assert.rejects(
      unpackEntries([bytes, entry('b', 'x'.repeat(25))], { limits: { unpackedBytes: 1024 } }),
      limited('unpackedBytes'),
    );
    // Below 64 MiB the ratio is not checked: 8 MiB of zeros pack a thousandfold.
    await unpackEntries([{ name: 'a', data: Buffer.alloc(8 << 20), deflate: true }]);
    await assert.rejects(
      unpackEntries([{ name: 'a', data: Buffer.alloc(64 << 20), deflate: true }]),
      limited('archiveRatio'),
    );
  });

  const ARCHIVES = { full: rawZip([entry('x')]), empty: rawZip([]), spanned: Buffer.from('PK\x07\x08PK\x03\x04') };
  for (const [name, inner] of Object.entries(ARCHIVES))
    it(`for an archive inside it (${name}), unless it is among the files that are never opened`, async () => {
      const nested = [{ name: 'drawings/a.kmz', data: inner }];
      await assert.rejects(
        unpackEntries(nested),
        (error) => error instanceof LimitError && error.limit === 'archiveDepth',
      );
      const { files } = await unpackEntries(nested, { opaque: (name) => name.startsWith('drawings/') });
      assert.equal(files.length, 1);
    });
  it('not for a file that only begins with PK', async () => {
    assert.equal((await unpackEntries([entry('a', 'PK')])).files.length, 1);
  });

  it('for damage or truncation anywhere, with a code; other files are reported as damaged archives', async () => {
    const whole = rawZip([entry('a', 'x'.repeat(100)), { name: 'b/c', data: Buffer.alloc(500, 3), deflate: true }]);
    for (let size = 0; size < whole.length; size += 7)
      await assert.rejects(unpack(whole.subarray(0, size)), FormatError, String(size));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          try {
            const { files } = await unpack(bytes);
            for (const { path } of files) assert.ok(path.startsWith(folder.path));
          } catch (error) {
            assert.ok(error instanceof FormatError, String(error));
          }
        },
      ),
      { numRuns: 150 },
    );
    for (const text of ['', 'PK', 'not an archive', '\u0000'.repeat(1000)])
      await assert.rejects(unpack(Buffer.from(text)), refused('archive-damaged'));
  });

  it('never over an existing file, and not after the caller aborts', async () => {
    const path = folder.file('again.zip');
    const into = folder.file('again');
    mkdirSync(into);
    writeFileSync(join(into, 'a'), 'mine');
    writeFileSync(path, rawZip([entry('a', 'theirs')]));
    const request = { limits: DEFAULT_LIMITS, signal: new AbortController().signal, opaque: () => false };
    await assert.rejects(unpackZip(path, into, request), { code: 'EEXIST' });
    assert.equal(readFileSync(join(into, 'a'), 'utf8'), 'mine');
    await assert.rejects(unpackEntries([entry('a')], { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
  });

  it('is a system error, not an archive error, if a file to read or pack is missing', async () => {
    const request = { limits: DEFAULT_LIMITS, signal: new AbortController().signal, opaque: () => false };
    await assert.rejects(unpackZip(folder.file('missing.zip'), folder.path, request), { code: 'ENOENT' });
    const missing = [{ name: 'a', path: folder.file('missing') }];
    await assert.rejects(packZip(missing, folder.file('never.zip'), request), { code: 'ENOENT' });
    const source = folder.file('source');
    writeFileSync(source, 'x');
    const signal = AbortSignal.abort();
    const aborted = packZip([{ name: 'a', path: source }], folder.file('never.zip'), { signal });
    await assert.rejects(aborted, { name: 'AbortError' });
  });
});
