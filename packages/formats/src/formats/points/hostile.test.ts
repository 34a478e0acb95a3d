import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { JobBuilder } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import { IssueLog } from '../../core/issues/issue.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { SourceTally } from '../../core/tally.ts';
import { points as POINTS } from './format.ts';
import { readPoints } from './read.ts';
import { tryRead } from './testing/journey.ts';

/** Reproducible random numbers below a bound. */
function randomness(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const SEEDS = [
  'name,northing,easting,elevation,code,description\nP1,6959121.402,504951.123,13.035,TBM,"bolt, in ""kerb"""\nP2,6959000.5,504000.25,,TREE,\n',
  'Punktnr;Rechtswert;Hochwert;Höhe\n1;456000,25;5678000,5;12,5\n2;456001,25;5678001,5;12,6\n',
  '# comment\n1 2600000.5 1200000.5 500.1 A\n2 2600001.5 1200001.5 500.2 B\n',
  'name,lat,lon,ellheight\nA,52°07\'24.5"N,13°24\'00"E,80.25\nB,52.5,13.5,81\n',
  'id,n,e,z,layer,date,time,quality\nP1,1.5,2.5,3.5,Trees,2026-11-20,10:30:00,0.012\n',
];

test('each of 1000 damaged files is read or refused with a code, and all of its rows are counted', async () => {
  const random = randomness(0x1234_5678);
  const outcomes = { read: 0, refused: 0 };
  const spice = [0, 10, 13, 34, 44, 59, 9, 32, 0x80, 0xff, 0xfe, 0xef, 0x31, 0x2e, 0x2d, 0x65];
  for (let round = 0; round < 1000; round++) {
    let bytes = Buffer.from(SEEDS[round % SEEDS.length]!);
    for (let i = 0; i <= random(8); i++) {
      const at = random(bytes.length + 1);
      const kind = random(4);
      if (kind === 0) bytes[Math.min(at, bytes.length - 1)] = spice[random(spice.length)]!;
      else if (kind === 1)
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([spice[random(spice.length)]!]), bytes.subarray(at)]);
      else if (kind === 2 && bytes.length > 20)
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(10))]);
      else
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          bytes.subarray(random(bytes.length), random(bytes.length)),
          bytes.subarray(at),
        ]);
      if (bytes.length === 0) bytes = Buffer.from('\n');
    }
    try {
      const { job, tally, issues } = await tryRead(bytes, { format: POINTS });
      outcomes.read++;
      for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
      for (let row = 0; row < job.points.length; row++)
        assert.ok(Number.isFinite(job.points.easting(row) + job.points.northing(row)));
      const skipped = tally.rows().reduce((sum, row) => sum + row.skipped, 0);
      assert.ok(
        skipped === 0 || issues.has('warning'),
        `rows were skipped silently: ${JSON.stringify(bytes.toString())}`,
      );
    } catch (error) {
      if (!(error instanceof FormatError))
        throw new Error(`${JSON.stringify(bytes.toString('latin1'))}`, { cause: error });
      outcomes.refused++;
    }
  }
  assert.ok(outcomes.read > 500 && outcomes.refused > 15, JSON.stringify(outcomes));
});

test('a file cut at any byte keeps the rows before the cut', async () => {
  const text = Buffer.from(SEEDS[0]!);
  const ends = [...text.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
  for (let length = 0; length <= text.length; length++) {
    const found = await tryRead(text.subarray(0, length), { format: POINTS }).catch((error: unknown) => {
      assert.ok(error instanceof FormatError, `${length}: ${error}`);
      return undefined;
    });
    if (length > ends[1]!) assert.equal(found?.job.points.name.get(0), 'P1', `cut at ${length}`);
  }
});

/** A source that creates its bytes on demand, without memory. */
class Endless implements ByteSource {
  readonly name = 'many.csv';
  readonly size: number;
  /** Bytes requested at once, and in total. */
  most = 0;
  total = 0;
  readonly #rows: Uint8Array;

  constructor(row: string, rows: number) {
    this.#rows = Buffer.from(row.repeat(1000));
    this.size = row.length * rows;
  }

  readInto(target: Uint8Array, at: number, length: number, position: number): number {
    const there = Math.max(0, Math.min(length, this.size - position));
    this.most = Math.max(this.most, length);
    this.total += there;
    for (let done = 0; done < there; ) {
      const from = (position + done) % this.#rows.length;
      const piece = this.#rows.subarray(from, Math.min(this.#rows.length, from + there - done));
      target.set(piece, at + done);
      done += piece.length;
    }
    return there;
  }

  close(): void {}
}

/** A sink that only counts points. */
class Counting extends JobBuilder {
  points = 0;
  override point(): void {
    this.points++;
  }
}

test('half a million rows pass through in bounded memory', async () => {
  const rows = 500_000;
  const source = new Endless('1,6959121.402,504951.123,13.035,TBM\n', rows);
  const sink = new Counting();
  const tally = new SourceTally();
  const issues = new IssueLog();
  await readPoints(source, sink, {
    options: { columns: 'PNEZC', header: 'false' },
    signal: new AbortController().signal,
    limits: DEFAULT_LIMITS,
    progress: () => undefined,
    report: issues.report,
    tally,
    workFolder: tmpdir(),
  });
  assert.deepEqual([sink.points, tally.of('row').read], [rows, rows]);
  assert.ok(
    source.size > 15e6 && source.most <= 1 << 20,
    `${source.most} bytes of ${source.size} were requested at once`,
  );
  assert.ok(source.total <= source.size + (1 << 20), 'and hardly any twice');
});

test('issues of many bad rows are counted without using more memory', async () => {
  const bad = 'x,oops,2.5,3.5\n';
  const { issues, tally } = await tryRead(`name,n,e,z\nA,1.5,2.5,3.5\n${bad.repeat(20_000)}`);
  assert.equal(issues.count('row-unreadable'), 20_000);
  assert.equal(tally.of('row').skipped, 20_000);
  assert.ok(
    issues.places().filter(({ code }) => code === 'row-unreadable').length <= 1000,
    'a limited number of places is kept',
  );
});

test('a million names, layers or attributes in one file meet a named limit or stay bounded', async () => {
  const wide = Array.from({ length: 3000 }, (_, i) => `A${i},1.5,2.5,3.5,layer ${i}\n`).join('');
  const { job } = await tryRead(`name,n,e,z,layer\n${wide}`);
  assert.equal(job.layers.length, 3000);
  await assert.rejects(
    tryRead(wide, { limits: { features: 10 }, options: { columns: 'PNEZL' } }),
    (error: unknown) => error instanceof LimitError,
  );
});

test('names with a meaning in programming languages are ordinary names', async () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    '=1+1',
    '@SUM(A1)',
    '../../etc/passwd',
    '<script>',
    '%x',
    'DROP TABLE',
  ];
  const text = `name,n,e,z,layer,__proto__,constructor\n${names.map((name) => `"${name}",1.5,2.5,3.5,"${name}",a,b\n`).join('')}`;
  const { job } = await tryRead(text);
  names.forEach((name, row) => {
    assert.equal(job.points.name.get(row), name);
    assert.equal(job.layers.name(job.points.layer.get(row)), name);
    assert.deepEqual(job.points.attributes.get(row), ['__proto__', 'a', 'constructor', 'b']);
  });
});

test('NULs in a row and after the last row affect no other row', async () => {
  const { job, issues } = await tryRead(
    `name,n,e,z\n1,1.5,2.5,3.5\n2,1.\u00005,2.5,3.5\n3\u0000,1.5,2.5,3.5\n${'\0'.repeat(5000)}`,
  );
  assert.deepEqual([job.points.length, job.points.name.get(1)], [2, '3']);
  assert.equal(issues.count('row-unreadable'), 1);
});

test('overlong lines and endless columns affect only their own row', async () => {
  const long = `1,1.5,2.5,3.5\n2,${'9'.repeat(3 << 20)},2.5,3.5\n3,1.5,2.5,3.5${',x'.repeat(5000)}\n4,1.5,2.5,3.5\n`;
  const { job, issues } = await tryRead(long, { options: { columns: 'PNEZ' } });
  assert.equal(job.points.length, 3);
  assert.equal(issues.count('row-too-long'), 1);
});
