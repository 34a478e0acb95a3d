import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import fc from 'fast-check';
import { type ByteSource, FileSource, MemorySource } from '../../../core/byte-source.ts';
import { LimitError } from '../../../core/failure.ts';
import type { ReadContext } from '../../../core/format.ts';
import { type Issue, IssueLog } from '../../../core/issues/issue.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../core/limits.ts';
import { SourceTally } from '../../../core/tally.ts';
import { readDxf } from '../read.ts';
import { aheadHere } from '../testing/ahead-here.ts';
import { binaryOf } from '../testing/binary.ts';
import { type Groups, LINE, section } from '../testing/groups.ts';
import { randomDrawing } from '../testing/random-drawing.ts';
import { asciiOf, corpusFiles, entitiesOf } from '../testing/reading.ts';
import { type Ahead, type BeginAhead, EntitiesAhead } from './entities-ahead.ts';

// A drawing is the same whether its entities are recorded by the thread that draws them or by another one: the job, the counts, what
// is told and where, and how it fails.

const ALONE: BeginAhead = () => undefined;
const ALWAYS = { size: 0, rest: 0, waits: true };

interface Reading {
  readonly job: FieldJob;
  readonly context: ReadContext;
  readonly issues: IssueLog;
  readonly tally: SourceTally;
  /** All that was reported, in its order. */
  readonly told: readonly Issue[];
  /** The version, or what was thrown. */
  readonly end: unknown;
}

async function read(source: ByteSource, begin: BeginAhead, more: Partial<ReadContext> = {}): Promise<Reading> {
  const builder = new JobBuilder();
  const [issues, tally] = [new IssueLog(), new SourceTally()];
  const told: Issue[] = [];
  const report = (issue: Issue): void => {
    told.push(issue);
    issues.report(issue);
  };
  const context: ReadContext = {
    options: { space: 'both', extendedData: true, hidden: true },
    ...{ signal: new AbortController().signal, limits: DEFAULT_LIMITS, progress: () => {} },
    ...{ report, tally, workFolder: '', threads: 1, ...more },
  };
  let end: unknown;
  try {
    end = await readDxf(source, builder, context, begin);
  } catch (error) {
    end = error;
  }
  return { job: builder.job, context, issues, tally, told, end };
}

/** All that a user sees of a reading, whether it came to its end or not. */
function seen({ job, tally, told, end }: Reading): unknown {
  const failure = end instanceof Error ? { ...end, name: end.name, message: end.message } : undefined;
  return structuredClone({
    job: plainJob(job),
    tally: tally.rows(),
    told,
    end: failure ?? end,
  });
}

async function assertSame(bytes: Uint8Array, begin: BeginAhead, limits: Partial<Limits> = {}): Promise<Reading> {
  const more = { limits: { ...DEFAULT_LIMITS, ...limits } };
  const alone = await read(new MemorySource(bytes, 'a.dxf'), ALONE, more);
  const ahead = await read(new MemorySource(bytes, 'a.dxf'), begin, more);
  assert.deepEqual(seen(ahead), seen(alone));
  return alone;
}

/** Reads by a thread, and says whether that was handed the entities and was ended. */
async function readByThread(
  source: ByteSource,
  more: Partial<ReadContext> = {},
): Promise<Reading & { readonly handedOver: boolean; readonly isEnded: boolean }> {
  let handedOver = false;
  let isEnded = false;
  const begin: BeginAhead = (text, context) => {
    const ahead = EntitiesAhead.begin(text, context, ALWAYS);
    if (ahead === undefined) return undefined;
    const { handOver, end } = ahead;
    ahead.handOver = (handover) => {
      handedOver = true;
      handOver.call(ahead, handover);
    };
    ahead.end = () => {
      isEnded = true;
      end.call(ahead);
    };
    return ahead;
  };
  const reading = await read(source, begin, more);
  return { ...reading, handedOver, isEnded };
}

const size = fc.integer({ min: 1, max: 200 });

describe('recorded in batches', () => {
  test('random drawings are the same, whatever the size of the batches and wherever they are handed over', async () => {
    let times = 0;
    await fc.assert(
      fc.asyncProperty(
        randomDrawing(),
        size,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (groups, most, part) => {
          const bytes = asciiOf(groups);
          const { begin, used } = aheadHere(most, Math.floor(part * bytes.length));
          await assertSame(bytes, begin);
          if (used()) times++;
        },
      ),
      { numRuns: 150 },
    );
    assert.ok(times > 30, `handed over ${times} times`);
  });

  test('so are damaged ones: what is told of the lines comes where it came before', async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      how: fc.constantFrom('cut', 'gone', 'other', 'line', 'end'),
      length: fc.integer({ min: 1, max: 40 }),
      byte: fc.integer({ min: 0, max: 255 }),
    });
    let told = 0;
    await fc.assert(
      fc.asyncProperty(
        randomDrawing(4),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        size,
        async (groups, changes, most) => {
          let bytes = Buffer.from(asciiOf(groups));
          for (const { at, how, length, byte } of changes) {
            const from = Math.floor(at * bytes.length);
            const [head, tail] = [bytes.subarray(0, from), bytes.subarray(from)];
            const parts = {
              cut: [head],
              gone: [head, tail.subarray(length)],
              other: [head, Buffer.alloc(Math.min(length, 3), byte), tail.subarray(Math.min(length, 3))],
              line: [head, Buffer.from('\nno code\n\nnone either\n'), tail],
              end: [head, Buffer.from('\n0\nENDSEC\n'), tail],
            }[how];
            bytes = Buffer.concat(parts);
          }
          const { issues } = await assertSame(bytes, aheadHere(most).begin);
          if (issues.summary().some(({ code }) => code === 'bad-group-code')) told++;
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(told > 30, `bad codes in ${told} drawings`);
  });

  test('limits that are passed in the one thread or the other: the same error, and the same before it', async () => {
    const limit = fc.oneof(
      fc.integer({ min: 1, max: 400 }).map((recordBytes) => ({ recordBytes })),
      fc.integer({ min: 1, max: 20 }).map((features) => ({ features })),
      fc.integer({ min: 1, max: 60 }).map((vertices) => ({ vertices })),
    );
    const passed = new Set<string>();
    await fc.assert(
      fc.asyncProperty(randomDrawing(), limit, size, async (groups, limits, most) => {
        const { end } = await assertSame(asciiOf(groups), aheadHere(most).begin, limits);
        if (end instanceof LimitError) passed.add(end.limit);
      }),
      { numRuns: 150 },
    );
    assert.deepEqual([...passed].sort(), ['features', 'recordBytes', 'vertices']);
  });

  test('an entity whose vertices or attributes come in later batches is drawn whole, and late ones come last', async () => {
    const vertex = (n: number): Groups => [0, 'VERTEX', 8, '0', 10, n, 20, n * n, 30, 1];
    const polyline: Groups = [
      ...[0, 'POLYLINE', 5, 'AB', 8, 'KERB', 70, 8, 1001, 'APP', 1000, 'held text'],
      ...Array.from({ length: 40 }, (_, n) => vertex(n)).flat(),
      ...[0, 'SEQEND'],
    ];
    const ray: Groups = [0, 'RAY', 8, 'RAYS', 10, 0, 20, 0, 11, 1, 21, 0, 1001, 'APP', 1000, 'of a ray'];
    for (const most of [1, 2, 7, 1000]) {
      const { begin, used } = aheadHere(most);
      const { job } = await assertSame(asciiOf(entitiesOf(ray, polyline, LINE, polyline)), begin);
      assert.equal(used(), true);
      assert.equal(job.lines.length, 4);
    }
  });

  test('faults of lines are told once, each before what is told of the entity behind it', async () => {
    const foo: Groups = [0, 'FOO', 8, 'A'];
    const parts: Groups[] = [foo, [...LINE, 'bad', 'worse'], foo, LINE, [...LINE, 'bad'], foo, foo, LINE];
    for (const most of [1, 3, 1000]) {
      const { told } = await assertSame(asciiOf(whole(...parts)), aheadHere(most).begin);
      const order = told.map(({ code }) => code).filter((code) => code !== 'layer-undefined');
      const [fault, unread] = ['bad-group-code', 'entity-not-supported'];
      assert.deepEqual(order, [unread, fault, unread, fault, unread, unread]);
    }
  });

  test('types in any case, and those that nobody knows, by the picture they left', async () => {
    const bytes = Buffer.concat([
      Buffer.from(Uint32Array.from([8 + 8 + 52, 1, 8 + 52, 6, 2]).buffer),
      Buffer.from(Float64Array.from([0, 0, 1, 10, 0, 2]).buffer),
    ]);
    const picture: Groups = [160, bytes.length, 310, bytes.toString('hex')];
    const entities: Groups[] = [
      [0, 'lwpolyline', 8, 'A', 90, 3, 10, 0, 20, 0, 42, 1, 10, 1, 20, 1, 10, 2, 20, 5],
      [0, 'Acad_Proxy_Entity', 8, 'A', ...picture],
      [0, 'KERB_OF_A_PROGRAM', 8, 'A', ...picture],
    ];
    for (const most of [1, 1000]) {
      const { job } = await assertSame(asciiOf(whole(...entities)), aheadHere(most).begin);
      assert.equal(job.lines.length, 3);
    }
  });

  test('names that come up first in entities, of any bytes', async () => {
    const layers = fc.array(fc.string({ unit: fc.constantFrom(...'aäż 道\\U+0041'), minLength: 1 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(layers, size, async (names, most) => {
        const lines = names.map((name): Groups => [0, 'LINE', 8, name, 10, 0, 20, 0, 11, 5, 21, 5]);
        await assertSame(asciiOf(entitiesOf(...lines)), aheadHere(most).begin);
      }),
      { numRuns: 60 },
    );
  });
});

const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-ahead-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
function fileOf(bytes: Uint8Array): string {
  const path = join(folder, `${files++}.dxf`);
  writeFileSync(path, bytes);
  return path;
}
/** What `use` makes of a file that is open meanwhile. */
async function withFile<T>(path: string, use: (source: FileSource) => Promise<T>): Promise<T> {
  const source = new FileSource(path);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}

/** A drawing whose entities come when all else is known, so that it is read in one pass. */
const whole = (...entities: readonly Groups[]): Groups => [
  ...['HEADER', 'TABLES', 'BLOCKS'].flatMap((name) => section(name)),
  ...entitiesOf(...entities),
];
/** So many lines, each with a layer of a few. */
const manyLines = (count: number): Groups[] =>
  Array.from({ length: count }, (_, n) => [0, 'LINE', 8, `L${n % 7}`, 10, n, 20, 1, 30, 2, 11, n + 1, 21, 4, 31, 5]);

describe('recorded by a thread', () => {
  test('every drawing of the corpus is the same', async () => {
    let times = 0;
    for (const path of corpusFiles()) {
      const alone = await withFile(path, (source) => read(source, ALONE));
      const ahead = await withFile(path, (source) => readByThread(source));
      assert.deepEqual(seen(ahead), seen(alone), basename(path));
      assert.equal(ahead.isEnded, ahead.handedOver, basename(path));
      if (ahead.handedOver) times++;
    }
    assert.ok(times > 20, `handed over ${times} times`);
  });

  test('an entity larger than the room between the threads, among others', async () => {
    const corners = Array.from({ length: 60_000 }, (_, n) => [10, n, 20, n % 91]).flat();
    const long: Groups = [0, 'LWPOLYLINE', 8, 'LONG', 90, 60_000, ...corners];
    const text: Groups = [
      0,
      'MTEXT',
      8,
      'TEXT',
      10,
      0,
      20,
      0,
      ...Array.from({ length: 400 }, () => [3, 'x'.repeat(2000)]).flat(),
    ];
    const path = fileOf(asciiOf(whole(...manyLines(500), long, ...manyLines(10), text, long, ...manyLines(500))));
    const alone = await withFile(path, (source) => read(source, ALONE));
    const ahead = await withFile(path, (source) => readByThread(source));
    assert.equal(ahead.handedOver, true);
    assert.deepEqual(seen(ahead), seen(alone));
    assert.equal(ahead.job.lines.length, 1012);
  });

  test('a failure there is the failure of the reading, when all before it was drawn; the thread is ended', async () => {
    const long: Groups = [
      0,
      'LWPOLYLINE',
      8,
      'LONG',
      90,
      900,
      ...Array.from({ length: 900 }, () => [10, 1, 20, 2]).flat(),
    ];
    const path = fileOf(asciiOf(whole(...manyLines(3000), long, ...manyLines(10))));
    const limits = { ...DEFAULT_LIMITS, recordBytes: 5000 };
    const alone = await withFile(path, (source) => read(source, ALONE, { limits }));
    const ahead = await withFile(path, (source) => readByThread(source, { limits }));
    assert.deepEqual(seen(ahead), seen(alone));
    assert.ok(ahead.end instanceof LimitError && ahead.end.limit === 'recordBytes');
    assert.equal(ahead.job.lines.length, 3000);
    assert.deepEqual([ahead.handedOver, ahead.isEnded], [true, true]);
  });

  test('aborted in the middle, it ends with the reason of the signal, and the thread with it', async () => {
    const path = fileOf(asciiOf(whole(...manyLines(40_000))));
    const abort = new AbortController();
    const reason = new Error('enough');
    let steps = 0;
    const progress = (): void => {
      if (++steps === 3) abort.abort(reason);
    };
    const ahead = await withFile(path, (source) => readByThread(source, { signal: abort.signal, progress }));
    assert.equal(ahead.end, reason);
    assert.ok(ahead.job.lines.length > 0 && ahead.job.lines.length < 40_000);
    assert.deepEqual([ahead.handedOver, ahead.isEnded], [true, true]);
  });

  test('where the path means another file by now, the reader goes on alone', async () => {
    const path = fileOf(asciiOf(whole(...manyLines(20))));
    const other = fileOf(asciiOf(entitiesOf(...manyLines(5))));
    await withFile(path, async (source) => {
      renameSync(other, path);
      const ahead = await readByThread(source);
      assert.deepEqual([ahead.handedOver, ahead.isEnded], [false, true]);
      assert.equal(ahead.job.lines.length, 20);
    });
  });

  test('a section that ends the file, and one that is followed by others', async () => {
    const lines = manyLines(50).flat();
    const drawings: Groups[] = [
      [0, 'SECTION', 2, 'ENTITIES', ...lines],
      [0, 'SECTION', 2, 'ENTITIES', ...lines, 0],
      [0, 'SECTION', 2, 'ENTITIES', ...lines, 0, 'EOF'],
      [0, 'SECTION', 2, 'ENTITIES', ...lines, 0, 'SECTION', 2, 'OBJECTS', 0, 'ENDSEC', 0, 'EOF', 0, 'LINE'],
      [...entitiesOf(...manyLines(9)).slice(0, -2), ...entitiesOf(...manyLines(4))],
      [0, 'SECTION', 2, 'ENTITIES', 'no code', 'here', ...lines, 'none', 0, 'ENDSEC', 'none', 0, 'EOF'],
    ];
    for (const groups of drawings) {
      const path = fileOf(asciiOf(groups));
      const alone = await withFile(path, (source) => read(source, ALONE));
      const ahead = await withFile(path, (source) => readByThread(source));
      assert.equal(ahead.handedOver, true);
      assert.deepEqual(seen(ahead), seen(alone));
      assert.ok(ahead.job.lines.length >= 13);
    }
  });
});

describe('a thread is started', () => {
  const context = { threads: 1, signal: new AbortController().signal } as ReadContext;
  const began = (source: ByteSource, more: Partial<ReadContext> = {}, worth = ALWAYS): Ahead | undefined => {
    const ahead = EntitiesAhead.begin(source, { ...context, ...more }, worth);
    ahead?.end();
    return ahead;
  };

  test('for a file, where that is allowed; not for binary drawings, bytes in memory and small files', async () => {
    const bytes = asciiOf(entitiesOf(LINE));
    const path = fileOf(bytes);
    await withFile(path, async (source) => {
      assert.ok(began(source) !== undefined);
      assert.equal(began(source, { threads: 0 }), undefined);
      assert.equal(began(source, { threads: undefined }), undefined);
      assert.equal(began(source, {}, { ...ALWAYS, size: source.size + 1 }), undefined);
      assert.equal(EntitiesAhead.begin(source, context), undefined);
    });
    assert.equal(began(new MemorySource(bytes)), undefined);
    await withFile(fileOf(binaryOf(entitiesOf(LINE))), async (source) => assert.equal(began(source), undefined));
  });

  test('and what is left of the file must be worth it', async () => {
    await withFile(fileOf(asciiOf(entitiesOf(LINE))), async (source) => {
      const ahead = EntitiesAhead.begin(source, context, { ...ALWAYS, rest: 30 })!;
      await ahead.ready();
      assert.deepEqual(
        [ahead.takes(0), ahead.takes(source.size - 30), ahead.takes(source.size - 29)],
        [true, true, false],
      );
      ahead.end();
      assert.equal(ahead.takes(0), false);
    });
  });

  test('drawings in UTF-16 or with lines that end in LF CR are read without one', async () => {
    const text = new TextDecoder().decode(asciiOf(entitiesOf(...manyLines(5))));
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text.replaceAll('\n', '\n\r'))]) {
      const ahead = await withFile(fileOf(bytes), (source) => readByThread(source));
      assert.equal(ahead.handedOver, false);
      assert.equal(ahead.job.lines.length, 5);
    }
  });
});

test('whatever the recording meets is thrown, and it is ended on every way out', async () => {
  const bytes = asciiOf(entitiesOf(...manyLines(100)));
  const failure = new Error('the thread is gone');
  for (const failsAt of [0, 1, 3, Number.POSITIVE_INFINITY]) {
    let [batches, ends] = [0, 0];
    const begin: BeginAhead = (source, context) => {
      const ahead = aheadHere(100).begin(source, context)!;
      const { next, end } = ahead;
      ahead.next = (tape) => (batches++ === failsAt ? Promise.reject(failure) : next.call(ahead, tape));
      ahead.end = () => {
        ends++;
        end.call(ahead);
      };
      return ahead;
    };
    const { end } = await read(new MemorySource(bytes), begin);
    assert.equal(ends, 1);
    if (failsAt < 100) assert.equal(end, failure);
    else assert.ok(batches > 3 && !(end instanceof Error));
  }
});
