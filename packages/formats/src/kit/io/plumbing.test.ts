import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { FileSource, MemorySource, readAll, readBytes } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import { type Issue, IssueLog, MOST_PLACES_PER_CODE } from '../../core/issues/issue.ts';
import { checkLimit, DEFAULT_LIMITS } from '../../core/limits.ts';
import { SourceTally } from '../../core/tally.ts';
import { TestFolder } from '../../formats/mjf/testing/files.ts';
import { ByteWriter } from './byte-writer.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { openUntrusted, sqliteApplication } from './untrusted-sqlite.ts';

describe('a byte writer', () => {
  const piece = fc.oneof(
    fc.record({ kind: fc.constant('text' as const), value: fc.string({ unit: anyCharacter, maxLength: 200 }) }),
    fc.record({ kind: fc.constant('byte' as const), value: fc.nat(255) }),
    fc.record({ kind: fc.constant('bytes' as const), value: fc.uint8Array({ maxLength: 300 }) }),
    fc.record({ kind: fc.constant('number' as const), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    fc.record({ kind: fc.constant('filler' as const), value: fc.nat(3 * 2 ** 20) }),
  );
  const bytesOf = ({ kind, value }: typeof piece extends fc.Arbitrary<infer T> ? T : never): Buffer => {
    if (kind === 'byte') return Buffer.of(value);
    if (kind === 'filler') return Buffer.alloc(value, 0x2e);
    return kind === 'bytes' ? Buffer.from(value) : Buffer.from(String(value));
  };

  /** Pieces of at most 60 000 bytes. */
  const partsOf = (bytes: Buffer): Buffer[] =>
    Array.from({ length: Math.ceil(bytes.length / 60_000) }, (_, i) => bytes.subarray(60_000 * i, 60_000 * (i + 1)));
  /** Paths of the files that this process has open, where the system lists them. */
  const openFiles = (): string[] =>
    existsSync('/proc/self/fd')
      ? readdirSync('/proc/self/fd').flatMap((name) => {
          try {
            return [readlinkSync(`/proc/self/fd/${name}`)];
          } catch {
            // The listed folder itself was open during the listing.
            return [];
          }
        })
      : [];

  it('writes everything to the file in order, in chunks of any size', () => {
    using folder = new TestFolder();
    let files = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const path = folder.file(String(files++));
        const writer = new ByteWriter(path);
        let length = 0;
        for (const one of pieces) {
          if (one.kind === 'text') writer.text(one.value);
          else if (one.kind === 'byte') writer.byte(one.value);
          else if (one.kind === 'number') writer.number(one.value);
          else writer.bytes(bytesOf(one));
          length += bytesOf(one).length;
          assert.equal(writer.position, length);
        }
        writer.close();
        assert.ok(readFileSync(path).equals(Buffer.concat(pieces.map(bytesOf))));
      }),
      { numRuns: 30 },
    );
  });

  it('writes the same file in the background, whether or not the caller yields', async () => {
    using folder = new TestFolder();
    let files = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 30 }), async (pieces) => {
        const path = folder.file(`behind-${files++}`);
        const writer = new ByteWriter(path, true);
        let length = 0;
        for (const [one, givesWay] of pieces) {
          if (one.kind === 'text') writer.text(one.value);
          else if (one.kind === 'byte') writer.byte(one.value);
          else if (one.kind === 'number') writer.number(one.value);
          // Small writes fill the few buffers, so most of them are being written when the next ones are full.
          else for (const part of partsOf(bytesOf(one))) writer.bytes(part);
          length += bytesOf(one).length;
          assert.equal(writer.position, length);
          if (givesWay) await setImmediate();
        }
        await writer.finish();
        assert.ok(readFileSync(path).equals(Buffer.concat(pieces.map(([one]) => bytesOf(one)))));
      }),
      { numRuns: 30 },
    );
  });

  it('reports the error of a background write at the next write or at the end', async (t) => {
    if (!existsSync('/dev/full')) return t.skip('no /dev/full: the error of a full disk was not checked');
    const megabytes = 2 ** 20;
    const early = new ByteWriter('/dev/full', true);
    await assert.rejects(
      async () => {
        for (let i = 0; i < 6; i++) {
          for (const part of partsOf(Buffer.alloc(megabytes))) early.bytes(part);
          await setTimeout(5);
        }
      },
      { code: 'ENOSPC' },
    );
    early.abandon();
    const late = new ByteWriter('/dev/full', true);
    for (const part of partsOf(Buffer.alloc(2 * megabytes + 5))) late.bytes(part);
    await assert.rejects(late.finish(), { code: 'ENOSPC' });
    late.abandon();
  });

  it('closes an abandoned file only after its pending writes have ended', async () => {
    using folder = new TestFolder();
    const writer = new ByteWriter(folder.file('given up'), true);
    for (const part of partsOf(Buffer.alloc(3 * 2 ** 20, 0x2e))) writer.bytes(part);
    writer.abandon();
    const path = folder.file('given up');
    for (let i = 0; i < 60_000 && openFiles().includes(path); i++) await setTimeout(1);
    assert.ok(!openFiles().includes(path));
    // The pending writes are in the file: three buffers, each filled by pieces of 60 000 bytes. The rest was not
    // started.
    assert.equal(statSync(path).size, 3 * 17 * 60_000);
  });

  it('closes the file after an error', () => {
    using folder = new TestFolder();
    const writer = new ByteWriter(folder.file('half'));
    writer.text('begun');
    writer.abandon();
    assert.throws(() => writer.close(), { code: 'EBADF' });
  });
});

describe('sources of bytes', () => {
  it('from a file and from memory are the same, also at their end', () => {
    using folder = new TestFolder();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(120), fc.nat(120), (bytes, at, length) => {
        writeFileSync(folder.file('bytes'), bytes);
        const file = new FileSource(folder.file('bytes'), 'shown.bin');
        const memory = new MemorySource(bytes, 'shown.bin');
        try {
          for (const source of [file, memory]) {
            assert.deepEqual([source.name, source.size], ['shown.bin', bytes.length]);
            assert.deepEqual(readAll(source), new Uint8Array(bytes));
            if (at + length <= bytes.length)
              assert.deepEqual(readBytes(source, at, length), new Uint8Array(bytes.subarray(at, at + length)));
            else {
              assert.throws(
                () => readBytes(source, at, length),
                (error: FormatError) => error.code === 'unexpected-end' && error.offset === at,
              );
              const target = new Uint8Array(200);
              assert.equal(source.readInto(target, 3, length, at), Math.max(0, Math.min(length, bytes.length - at)));
              assert.deepEqual(
                target.subarray(3, 3 + Math.max(0, bytes.length - at)),
                new Uint8Array(bytes.subarray(at)),
              );
            }
          }
        } finally {
          file.close();
        }
      }),
      { numRuns: 100 },
    );
    assert.throws(() => readBytes(new MemorySource(new Uint8Array(5)), -1, 2), { code: 'unexpected-end' });
    assert.throws(() => readBytes(new MemorySource(new Uint8Array(5)), 1, -2), { code: 'unexpected-end' });
    assert.throws(() => new FileSource(folder.file('not there')), { code: 'ENOENT' });
  });

  it('that grow hold the added bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.string({ unit: anyCharacter, maxLength: 40 }))),
        (parts) => {
          const growing = new GrowingBytes(4);
          for (const part of parts) {
            if (typeof part === 'string') assert.equal(growing.text(part), Buffer.byteLength(part));
            else growing.add(part);
          }
          const expected = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
          assert.ok(Buffer.from(growing.bytes.subarray(0, growing.used)).equals(expected));
        },
      ),
    );
  });
});

describe('an SQLite file that somebody else made', () => {
  it('is refused with a code if it is not SQLite, truncated or only in memory', () => {
    using folder = new TestFolder();
    const head = Buffer.alloc(100);
    head.write('SQLite format 3\0', 'latin1');
    assert.equal(sqliteApplication(new Uint8Array(100)), undefined);
    assert.equal(sqliteApplication(head)?.length, 4);
    assert.throws(() => openUntrusted(new MemorySource(head)), { code: 'sqlite-missing-file' });
    for (const [name, bytes] of [
      ['text', Buffer.from('no database '.repeat(20))],
      ['empty', Buffer.alloc(0)],
      ['head', head],
      ['junk', Buffer.concat([head, Buffer.alloc(4000, 0xa5)])],
    ] as const) {
      writeFileSync(folder.file(name), bytes);
      const source = new FileSource(folder.file(name));
      try {
        assert.throws(
          () => openUntrusted(source).prepare('SELECT * FROM sqlite_schema').all(),
          (error: Error & { code?: string }) => {
            // Errors that SQLite itself reports have their own code, which callers translate.
            return error.code === 'sqlite-damaged' || error.code === 'ERR_SQLITE_ERROR';
          },
        );
      } finally {
        source.close();
      }
    }
  });
});

describe('reported issues', () => {
  const issue = fc.record({
    code: fc.constantFrom('crs-local' as const, 'limit-exceeded' as const, 'crs-left-out' as const),
    severity: fc.constantFrom('note' as const, 'warning' as const, 'error' as const),
    text: fc.string(),
    line: fc.nat(),
  });

  it('are all counted, with the first place of each code and severity, in order', () => {
    fc.assert(
      fc.property(fc.array(issue), (issues) => {
        const log = new IssueLog();
        for (const one of issues) log.report(one);
        const codes = [...new Set(issues.map(({ code }) => code))];
        const of = (code: string): Issue[] => issues.filter((one) => one.code === code);
        const expected = codes.flatMap((code) =>
          [...new Set(of(code).map(({ severity }) => severity))].map((severity) => {
            const alike = of(code).filter((one) => one.severity === severity);
            const { length: count } = alike;
            return { ...alike[0], count, ...(count > 1 && { times: count }) };
          }),
        );
        assert.deepEqual(log.summary(), expected);
        assert.deepEqual(log.places(), codes.flatMap(of));
        for (const code of codes) assert.equal(log.count(code), of(code).length);
        assert.equal(log.count('other'), 0);
        for (const severity of ['note', 'warning', 'error'] as const) {
          const expected = issues.some((one) => one.severity === severity);
          assert.equal(log.has(severity), expected);
        }
      }),
    );
  });

  it('are kept up to a number of places, so that no file fills the memory', () => {
    const log = new IssueLog();
    for (let i = 0; i < 3 * MOST_PLACES_PER_CODE; i++)
      log.report({ code: 'crs-local', severity: 'note', text: `${i}` });
    assert.deepEqual(
      [log.count('crs-local'), log.places().length, log.summary()[0]!.text],
      [3 * MOST_PLACES_PER_CODE, MOST_PLACES_PER_CODE, '0'],
    );
  });

  it('counts native types by space, and groups an unlimited number of names as one', () => {
    const tally = new SourceTally();
    tally.of('LINE').found += 2;
    tally.of('LINE', 'block').read++;
    tally.of('LINE').skipped++;
    assert.deepEqual(tally.rows(), [
      { type: 'LINE', space: 'model', found: 2, read: 0, expanded: 0, skipped: 1 },
      { type: 'LINE', space: 'block', found: 0, read: 1, expanded: 0, skipped: 0 },
    ]);
    for (let i = 0; i < 10_000; i++) tally.of(`T${i}`).found++;
    const rows = tally.rows();
    assert.ok(rows.length <= 2001);
    assert.equal(
      rows.reduce((sum, { found }) => sum + found, 0),
      10_002,
    );
  });

  describe('names the limit, its value and the count found; a NaN count exceeds every limit', () => {
    for (const value of [DEFAULT_LIMITS.depth + 1, Number.NaN, Infinity]) {
      it(`${value}`, () => {
        checkLimit(DEFAULT_LIMITS, 'depth', DEFAULT_LIMITS.depth, 'the nesting');
        assert.throws(
          () => checkLimit(DEFAULT_LIMITS, 'depth', value, 'the nesting'),
          (error: LimitError) => {
            assert.ok(error instanceof LimitError && error instanceof FormatError);
            assert.deepEqual(
              [error.name, error.code, error.limit, error.value],
              ['LimitError', 'limit-exceeded', 'depth', DEFAULT_LIMITS.depth],
            );
            assert.ok(error.message.includes(String(value)));
            return true;
          },
        );
      });
    }
  });
});
