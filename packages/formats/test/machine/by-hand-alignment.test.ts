import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alignment } from '@fieldbridge/fieldjob';
import { doubles, HandMade, type HandNode, record, u16, u32, utf16 } from '../../testing/machine/hand-made.ts';
import { assertNear } from '../../testing/machine/jobs.ts';
import { type ReadResult, readWith } from '../../testing/machine/support.ts';

const NONE = 0xfffffffe;
const NO_VALUE = 2e-308;
const QUARTER = Math.PI / 2;

/** Payloads as in the table of nodes. */
const start = (n: number, e: number, azimuth: number, station: number): HandNode => [
  1,
  record(48, doubles(0, n, e, NO_VALUE, azimuth, station, 15.24)),
];
const straight = (azimuth: number, length: number): HandNode => [2, record(16, doubles(0, azimuth, length))];
const curve = (radius: number, length: number, azimuth: number, kind = 1): HandNode => [
  4,
  record(28, u32(0, kind), doubles(4, radius, length, azimuth)),
];
const startStation = (station: number): HandNode => [10, record(8, doubles(0, station))];
const pvi = (station: number, elevation: number): HandNode => [11, record(16, doubles(0, station, elevation))];
const pviCurve = (station: number, elevation: number, length: number): HandNode => [
  13,
  record(24, doubles(0, station, elevation, length)),
];
const template = (name: string): HandNode => [21, record(172, utf16(0, name), u16(66, 1), u16(68, 102))];

/** Reads a TP3 of one alignment with these lists. */
async function read(
  {
    horizontal = [],
    vertical = [],
    templates = [],
  }: Partial<Record<'horizontal' | 'vertical' | 'templates', HandNode[]>>,
  kind = 'TP3',
): Promise<ReadResult & { alignment: Alignment }> {
  const made = new HandMade(kind, 2, 19);
  const lists = [horizontal, vertical, templates, []].map((nodes) => (nodes.length === 0 ? NONE : made.list(...nodes)));
  const entries = lists.flatMap((at, i) => [u16(6 * i, [1, 2, 5, 3][i]!), u32(6 * i + 2, at)]);
  const result = await readWith(
    kind.toLowerCase(),
    made.table(19, [record(336, ...entries, utf16(60, 'Achse Süd'))], 1).build().file,
  );
  return { ...result, alignment: result.job.alignments[0]! };
}

/** Where each element starts: easting, northing, station. */
const starts = ({ horizontal }: Alignment): number[][] =>
  horizontal.map(({ startEasting, startNorthing, startStation: station }) => [startEasting, startNorthing, station]);

describe('the axis of a hand-made alignment', () => {
  it('chains straights by azimuth from north and length', async () => {
    // 3-4-5 triangles: 40 east and 30 north, then 50 due south, then 40 due west.
    const { alignment, issues } = await read({
      horizontal: [
        start(2000, 1000, 0, 100),
        straight(Math.atan2(40, 30), 50),
        straight(Math.PI, 50),
        straight(3 * QUARTER, 40),
      ],
    });
    assert.deepEqual([alignment.name, alignment.startStation], ['Achse Süd', 100]);
    assertNear(starts(alignment).flat(), [1000, 2000, 100, 1040, 2030, 150, 1040, 1980, 200], 1e-9);
    assert.deepEqual(
      alignment.horizontal.map(({ kind }) => kind),
      ['straight', 'straight', 'straight'],
    );
    assert.equal(issues.count('alignment-curve-assumed'), 0);
  });

  it('turns arcs to the side of the next element: both sides, and a reverse curve', async () => {
    // North, a quarter right about (100, 0), a quarter left about (100, 200), then north again.
    const quarter = 100 * QUARTER;
    const { alignment, issues } = await read({
      horizontal: [
        start(0, 0, 0, 0),
        curve(100, quarter, 0),
        curve(100, quarter, QUARTER),
        straight(0, 10),
        curve(100, quarter, 0),
        straight(3 * QUARTER, 10),
      ],
    });
    assert.deepEqual(
      alignment.horizontal.map(({ startRadius }) => startRadius),
      [100, -100, Infinity, -100, Infinity],
    );
    assertNear(
      starts(alignment).flatMap(([e, n]) => [e!, n!]),
      [0, 0, 100, 100, 200, 200, 200, 210, 100, 310],
      1e-9,
    );
    assertNear(
      starts(alignment).map(([, , station]) => station!),
      [0, 1, 2, 2 + 10 / quarter, 3 + 10 / quarter].map((v) => v * quarter),
      1e-9,
    );
    const assumed = issues.places().filter(({ code }) => code === 'alignment-curve-assumed');
    assert.deepEqual(
      assumed.map(({ parameters }) => parameters),
      [{ count: 3, name: 'Achse Süd' }],
      'one issue for all three',
    );
  });

  it('reads a negative radius, as in our own files, as a left turn, whatever follows', async () => {
    const { alignment } = await read({
      horizontal: [start(0, 0, 0, 0), curve(-100, 100 * QUARTER, 0), straight(QUARTER, 5)],
    });
    assertNear(starts(alignment)[1]!.slice(0, 2), [-100, 100], 1e-9);
    assert.deepEqual([alignment.horizontal[0]!.startRadius, alignment.horizontal[0]!.endRadius], [-100, -100]);
  });

  describe('reads curves of kind 0 like those of kind 1', () => {
    for (const kind of [0, 1])
      it(String(kind), async () => {
        const { alignment } = await read({ horizontal: [start(0, 0, 0, 0), curve(50, 25, 0, kind), straight(0.5, 1)] });
        const { kind: found, startRadius, length } = alignment.horizontal[0]!;
        assert.deepEqual([found, startRadius, length], ['arc', 50, 25]);
      });
  });

  it('ends before an element with invalid numbers', async () => {
    const cases: readonly (readonly [HandNode, string])[] = [
      [straight(0, 0), 'no length'],
      [straight(0, -1), 'a negative length'],
      [straight(0, 1e7), 'ten thousand kilometres'],
      [straight(Number.NaN, 10), 'no azimuth'],
      [straight(Infinity, 10), 'an infinite azimuth'],
      [curve(0, 10, 0), 'no radius'],
      [curve(Number.NaN, 10, 0), 'a radius of NaN'],
      [curve(50, Number.NaN, 0), 'a length of NaN'],
    ];
    for (const [bad, what] of cases) {
      const { alignment, issues } = await read({
        horizontal: [start(0, 0, 0, 0), straight(0, 5), bad, straight(0, 7)],
      });
      assert.deepEqual(
        alignment.horizontal.map(({ length }) => length),
        [5],
        what,
      );
      assert.equal(issues.count('alignment-element-damaged'), 1, what);
    }
  });

  it('begins at station 0, or at the start of the profile, if its own station is NaN', async () => {
    const { alignment } = await read({ horizontal: [start(0, 0, 0, Number.NaN), straight(0, 5), straight(1, 5)] });
    assert.deepEqual(
      starts(alignment).map(([, , station]) => station),
      [0, 5],
    );
    const { alignment: profile } = await read({ vertical: [startStation(250), pvi(250, 10), pvi(300, 12)] });
    assert.deepEqual([profile.startStation, profile.horizontal.length, profile.vertical.length], [250, 0, 2]);
  });

  it('of an RD3 with the same structure is the same', async () => {
    const lists = { horizontal: [start(2000, 1000, 0, 0), straight(0, 10)], vertical: [pvi(0, 5), pvi(10, 6)] };
    const { alignment } = await read(lists, 'RD3');
    const { alignment: same } = await read(lists);
    assert.deepEqual(alignment, same);
  });
});

describe('the profile of a hand-made alignment', () => {
  it('has points of intersection, and curves by their length along the axis', async () => {
    const { alignment } = await read({
      vertical: [startStation(0), pvi(0, 3), pviCurve(36.992, 3, 20), pvi(100, 6.5)],
    });
    assert.deepEqual(
      alignment.vertical.map(({ station, elevation, curve: kind, length }) => [station, elevation, kind, length]),
      [
        [0, 3, 'none', 0],
        [36.992, 3, 'parabola', 20],
        [100, 6.5, 'none', 0],
      ],
    );
    assert.ok(alignment.vertical.every(({ radius }) => Number.isNaN(radius)));
  });

  it('leaves out points without a position, and the length of curves that have none', async () => {
    const vertical = [
      ...[pvi(Number.NaN, 1), pvi(10, Infinity), pviCurve(20, 2, -5), pviCurve(30, 3, Number.NaN)],
      ...[pviCurve(40, 4, Infinity), pviCurve(50, 5, 0)],
    ];
    const { alignment } = await read({ vertical });
    assert.deepEqual(
      alignment.vertical.map(({ station, curve: kind, length }) => [station, kind, length]),
      [20, 30, 40, 50].map((station) => [station, 'none', 0]),
    );
  });

  it('continues after an element of unknown type, because its points state their positions', async () => {
    const { alignment, issues } = await read({ vertical: [pvi(0, 1), [12, record(32)], pvi(10, 2), [11, record(8)]] });
    assert.deepEqual(
      alignment.vertical.map(({ station }) => station),
      [0, 10],
    );
    assert.deepEqual(
      issues
        .places()
        .filter(({ code }) => code === 'node-unknown')
        .map(({ text }) => /type \d+ with \d+ bytes (is unknown|needs 16 bytes)/.exec(text)?.[0]),
      ['type 12 with 32 bytes is unknown', 'type 11 with 8 bytes needs 16 bytes'],
    );
  });

  it('names omitted templates', async () => {
    const { alignment, issues } = await read({ templates: [template('1L'), template('1R')] });
    assert.deepEqual(alignment.sections, []);
    const { parameters } = issues.places().find(({ code }) => code === 'template-skipped')!;
    assert.deepEqual([parameters!['count'], parameters!['templates']], [2, '1L, 1R']);
  });
});

describe('the lists of alignments in a damaged file', () => {
  /** Two alignments whose horizontal lists begin at these offsets. */
  const two = async (offsets: (first: number, second: number) => readonly [number, number]): Promise<ReadResult> => {
    const made = new HandMade('TP3', 2, 19);
    const [one, other] = [made.list(start(0, 0, 0, 0), straight(0, 10)), made.list(start(5, 5, 0, 0), straight(1, 20))];
    const rows = offsets(one, other).map((at, i) =>
      record(
        336,
        ...[0, 6, 12, 18].flatMap((entry) => [u16(entry, 1), u32(entry + 2, entry === 0 ? at : NONE)]),
        utf16(60, `A${i}`),
      ),
    );
    return readWith('tp3', made.table(19, rows, 1).build().file);
  };

  it('are read once: a second alignment with the same elements gets none', async () => {
    const good = await two((one, other) => [one, other]);
    assert.deepEqual(
      good.job.alignments.map(({ horizontal }) => horizontal.length),
      [1, 1],
    );
    const shared = await two((one) => [one, one]);
    assert.deepEqual(
      shared.job.alignments.map(({ name, horizontal }) => [name, horizontal.length]),
      [
        ['A0', 1],
        ['A1', 0],
      ],
    );
    assert.equal(shared.issues.count('node-loop'), 1);
  });

  for (const [name, heads] of [
    ['outside the file', [0xcdcdcdcd, 0x01a3f4c0, 0xcdcdcdcd, 0]],
    ['of zeroed memory', [0, 0, 0, 0]],
    ['within other data', [0x20, 0x1f0, 7, 0x21]],
  ] as const)
    it(`that begin at offsets ${name} are those of an alignment that was never filled, which is noted`, async () => {
      const made = new HandMade('TP3', 2, 19);
      const real = made.list(start(0, 0, 0, 0), straight(0, 10));
      const row = (name: string, ...offsets: readonly number[]): Buffer =>
        record(336, ...offsets.flatMap((at, i) => [u16(6 * i, [1, 2, 5, 3][i]!), u32(6 * i + 2, at)]), utf16(60, name));
      const rows = [row('phantom', ...heads), row('road', real, NONE, NONE, NONE)];
      const { job, issues, tally } = await readWith('tp3', made.table(19, rows, 1).build().file);
      assert.deepEqual(
        job.alignments.map(({ name, horizontal }) => [name, horizontal.length]),
        [['road', 1]],
      );
      const said = issues
        .summary()
        .filter(({ code }) => code !== 'unit-assumed')
        .map(({ code, severity, parameters }) => [code, severity, parameters?.['name']]);
      assert.deepEqual(said, [['alignment-empty', 'note', 'phantom']]);
      const { found, read, skipped } = tally.of('table 19 (alignment)');
      assert.deepEqual([found, read, skipped], [2, 1, 1]);
    });

  it('that begin near the end of the file are reported, not read beyond it', async () => {
    const made = new HandMade('TP3', 2, 19);
    const first = made.list(start(0, 0, 0, 0), straight(0, 10));
    const row = record(336, ...[0, 6, 12, 18].flatMap((at) => [u16(at, 1), u32(at + 2, NONE)]), utf16(60, 'A'));
    const { file, pageOf } = made.table(19, [row], 1).build();
    for (const [before, code] of [
      [0, 'node-outside'],
      [1, 'node-outside'],
      [17, 'node-outside'],
      [18, 'node-not-a-node'],
    ] as const) {
      file.writeUInt32LE(file.length - before, pageOf.get(19)! + 18 + 2);
      const { job, issues } = await readWith('tp3', file);
      assert.deepEqual([job.alignments.length, issues.count(code)], [1, 1], `${before} bytes before the end`);
    }
    // A node whose payload exceeds the file is invalid.
    file.writeUInt32LE(first, pageOf.get(19)! + 18 + 2);
    file.writeUInt16LE(0xffff, first + 6);
    assert.equal((await readWith('tp3', file)).issues.count('node-not-a-node'), 1);
  });

  describe('that begin outside the file leave an alignment without elements', () => {
    for (const [at, code] of [
      [NONE, ''],
      [0, ''],
      [1, 'node-not-a-node'],
      [0xffffffff, 'node-outside'],
      [0x7fffffff, 'node-outside'],
    ] as const)
      it(JSON.stringify(at), async () => {
        const { job, issues } = await two((_, other) => [at, other]);
        assert.deepEqual(
          job.alignments.map(({ horizontal }) => horizontal.length),
          [0, 1],
          String(at),
        );
        const said = issues
          .summary()
          .map(({ code: one }) => one)
          .filter((one) => one.startsWith('node-'));
        assert.equal(said.join(), code, String(at));
      });
  });
});
