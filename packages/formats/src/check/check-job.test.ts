import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Crs,
  Feature,
  type FieldJob,
  JobBuilder,
  labelOf,
  layerOf,
  NO_PLACEMENT,
  Path,
  type Placement,
  surfaceOf,
} from '@fieldbridge/fieldjob';
import { checkJob } from './check-job.ts';

type Position = readonly [easting: number, northing: number, elevation?: number];

/** A job in the making. */
class Draft {
  readonly #builder = new JobBuilder();
  readonly #feature = new Feature();

  constructor(crs?: Crs) {
    this.#builder.describe({ unit: 'metre', ...(crs === undefined ? {} : { crs }) });
  }

  get job(): FieldJob {
    return this.#builder.job;
  }

  on(layer: string): this {
    this.#feature.layer = this.#builder.layer(layerOf(layer));
    return this;
  }

  point([easting, northing, elevation = Number.NaN]: Position, name = ''): this {
    this.#feature.name = name;
    this.#builder.point(this.#feature, easting, northing, elevation);
    this.#feature.name = '';
    return this;
  }

  line(positions: readonly Position[], closed = false): this {
    const path = new Path();
    for (const [easting, northing, elevation = Number.NaN] of positions) path.vertex(easting, northing, elevation);
    path.closed = closed;
    this.#builder.line(this.#feature, path);
    return this;
  }

  drawing(scene: Draft, placement: Placement = NO_PLACEMENT): this {
    const file = { fileName: 'plan.dxf', format: 'dxf', mediaType: 'image/vnd.dxf', sha256: '', read: null, size: 0 };
    this.#builder.drawing({ name: 'plan', ...file, placement, scene: scene.job, source: -1 });
    return this;
  }

  text(text: string, [easting, northing]: Position): this {
    this.#builder.text(this.#feature, labelOf(text, easting, northing));
    return this;
  }

  tin(name: string, vertices: readonly number[], triangles: readonly number[]): this {
    this.#builder.surface(surfaceOf(name, Float64Array.from(vertices), Int32Array.from(triangles)));
    return this;
  }

  /** A terrain of squares of 10 m. @param lift elevation at a corner */
  surface(name: string, lift: (e: number, n: number) => number, rest = {}): this {
    const side = 8;
    const vertices = Array.from({ length: side ** 2 }, (_, i) => [i % side, Math.floor(i / side)] as const);
    const triangles = vertices.flatMap(([e, n], i) =>
      e + 1 < side && n + 1 < side ? [i, i + 1, i + side + 1, i, i + side + 1, i + side] : [],
    );
    const triples = Float64Array.from(vertices.flatMap(([e, n]) => [10 * e, 10 * n, lift(e, n)]));
    this.#builder.surface(surfaceOf(name, triples, Int32Array.from(triangles), rest));
    return this;
  }
}

async function findingsOf(draft: Draft) {
  const all = await checkJob(draft.job, { signal: new AbortController().signal, progress: () => {} });
  return all.filter(({ code }) => code !== 'check-no-system');
}

const hill = (e: number, n: number): number => 100 + Math.sin(e) + Math.cos(n);
const spread = (at: readonly [number, number]): Position[] =>
  Array.from({ length: 49 }, (_, i) => [at[0] + 10 * (i % 7), at[1] + 10 * Math.floor(i / 7), hill(i % 7, i)]);
const points = (draft: Draft, positions: readonly Position[]): Draft => {
  for (const position of positions) draft.point(position);
  return draft;
};
const UTM32: Crs = { kind: 'epsg', code: 25832 };
const ring = (...ends: number[]) => [{ name: '', kind: 'outer', coordinates: Float64Array.from(ends) }];
const breaklines = (...lines: readonly number[][]) =>
  lines.map((coordinates) => ({ name: '', kind: 'hard', coordinates: Float64Array.from(coordinates) }));

const GK21: Crs = { kind: 'epsg', code: 3875 };

const site = (): Draft => points(new Draft(UTM32), spread([440_000, 5_540_000]));
const sheet = (...ends: readonly Position[]): Draft => new Draft().line(ends);
const byPoint = (from: Position, to: Position): Placement => ({
  ...{ kind: 'point', scale: 1 },
  ...{ from: [[from[0], from[1]]], to: [[to[0], to[1]]] },
});
/** A matching line that turns a sheet about the origin to the north and doubles it. */
const byLine: Placement = {
  ...{ kind: 'line', scale: 1 },
  from: [
    [0, 0],
    [100, 0],
  ],
  to: [
    [440_000, 5_540_000],
    [440_000, 5_540_200],
  ],
};

/** Faults, the code of each, and where it is. */
const FAULTS: readonly (readonly [what: string, draft: Draft, code: string, at?: Position, count?: number])[] = [
  [
    'data outside its system',
    points(new Draft(UTM32), spread([155_000, 463_000])),
    'check-outside-area',
    [155_030, 463_030],
  ],
  // GK21FIN ends at 21.5° east; by PROJ (cs2cs EPSG:3875 EPSG:4326) this is at 22.12°, and the sound one at 21.58°.
  [
    'data a zone beside its own',
    points(new Draft(GK21), spread([21_560_500, 6_782_560])),
    'check-outside-area',
    [21_560_530, 6_782_590],
  ],
  [
    'easting and northing exchanged',
    points(new Draft(UTM32), spread([5_540_000, 440_000])),
    'check-outside-area-but',
    [5_540_030, 440_030],
  ],
  [
    'coordinates in millimetres',
    points(new Draft(UTM32), spread([440_000_000, 5_540_000_000])),
    'check-outside-area-scale',
    [440_000_030, 5_540_000_030],
  ],
  ['a drawing without content', site().drawing(new Draft()), 'check-drawing-empty'],
  ['a drawing left at the origin', site().drawing(sheet([0, 0], [100, 50])), 'check-drawing-apart', [50, 25]],
  [
    'a drawing placed by a wrong point',
    site().drawing(sheet([0, 0], [100, 50]), byPoint([0, 0], [44_000, 5_540_000])),
    'check-drawing-apart',
    [44_050, 5_540_025],
  ],
  [
    'a drawing in millimetres',
    site().drawing(sheet([440e6, 5540e6], [441e6, 5541e6])),
    'check-drawing-size',
    [440.5e6, 5540.5e6],
  ],
  [
    'a drawing alone, outside the system',
    new Draft(UTM32).drawing(sheet([155_000, 463_000], [155_100, 463_050])),
    'check-drawing-outside-area',
    [155_050, 463_025],
  ],
  ['a system in feet', points(new Draft({ kind: 'epsg', code: 2263 }), spread([300_000, 60_000])), 'check-unit'],
  [
    'data of the size of a continent',
    points(new Draft(), [
      [0, 0, 1],
      [3e6, 2e6, 1],
    ]),
    'check-size',
    [1.5e6, 1e6],
  ],
  [
    'a line left at the origin',
    points(new Draft(), spread([440_000, 5_540_000])).line([
      [0, 0],
      [1, 1],
    ]),
    'check-stray',
    [0, 0],
  ],
  [
    'a duplicate point',
    new Draft().on('A').point([5, 5, 1], '7').point([5, 5, 1], '7'),
    'check-point-twice',
    [5, 5, 1],
  ],
  [
    'a point half a millimetre beside',
    new Draft().point([5.0009, 5, 1]).point([5.0014, 5, 1]),
    'check-point-twice',
    [5.0014, 5, 1],
  ],
  ['two heights at one place', new Draft().point([5, 5, 1]).point([5, 5, 2]), 'check-point-heights', [5, 5, 2]],
  [
    'a name that is used twice',
    Array.from({ length: 9 }, (_, i) => i)
      .reduce((draft, i) => draft.point([i, i, 1], `${i}`), new Draft())
      .point([50, 50, 1], '3'),
    'check-name-twice',
    [50, 50],
  ],
  [
    'a duplicate line, reversed',
    new Draft()
      .on('A')
      .line([
        [0, 0],
        [5, 1],
        [9, 9],
      ])
      .line([
        [9, 9],
        [5, 1],
        [0, 0],
      ]),
    'check-line-twice',
    [9, 9],
  ],
  [
    'a point far above its neighbours',
    points(new Draft(), spread([0, 0])).point([33, 33, 160]),
    'check-spike',
    [33, 33, 160],
  ],
  [
    'a vertex of a line far below',
    new Draft().line([
      [0, 0, 50],
      [1, 0, 20],
      [2, 0, 50],
      [3, 0, 50],
    ]),
    'check-spike',
    [1, 0, 20],
  ],
  [
    'a vertex of a surface far above',
    new Draft().surface('T', (e, n) => (e === 4 && n === 3 ? 130 : hill(e, n))),
    'check-spike',
    [40, 30, 130],
  ],
  [
    'elevation 0 among others',
    points(new Draft(), spread([0, 0])).point([100, 100, 0]),
    'check-elevation-zero',
    [100, 100, 0],
  ],
  [
    'a vertex at 0 in a line',
    new Draft().line([
      [0, 0, 50],
      [9, 0, 51],
      [18, 0, 0],
      [27, 0, 51],
      [36, 0, 51],
    ]),
    'check-elevation-zero',
    [18, 0, 0],
  ],
  [
    '-9999',
    points(new Draft(), spread([0, 0])).point([100, 100, -9999]),
    'check-elevation-impossible',
    [100, 100, -9999],
  ],
  [
    '-999.99',
    points(new Draft(), spread([0, 0])).point([100, 100, -999.99]),
    'check-elevation-impossible',
    [100, 100, -999.99],
  ],
  [
    '1e308',
    points(new Draft(), spread([0, 0])).point([100, 100, 1e308]),
    'check-elevation-impossible',
    [100, 100, 1e308],
  ],
  ['elevations that are all 0', new Draft().point([0, 0, 0]).point([5, 5, 0]), 'check-flat'],
  [
    'breaklines that cross',
    new Draft().surface('T', hill, { breaklines: breaklines([0, 0, 100, 60, 60, 100], [0, 60, 101, 60, 0, 101]) }),
    'check-breaklines-cross',
    [30, 30, 100],
  ],
  [
    'lines of a layer that cross',
    Array.from({ length: 60 }, (_, i) => i)
      .reduce(
        (draft, i) =>
          draft.line([
            [i, 200, 5],
            [i, 300, 5],
          ]),
        new Draft().on('B'),
      )
      .line([
        [0, 0, 5],
        [60, 60, 5],
      ])
      .line([
        [0, 60, 7],
        [60, 0, 7],
      ]),
    'check-lines-cross',
    [30, 30, 5],
  ],
  [
    'an open boundary',
    new Draft().surface('T', hill, { boundaries: ring(0, 0, 1, 10, 0, 1, 20, 0, 1, 30, 0, 1, 40, 0, 1, 50, 0, 1) }),
    'check-boundary-open',
    [50, 0],
  ],
  [
    'a line that ends before its start',
    new Draft().line([
      [0, 0],
      [50, 0],
      [50, 50],
      [0, 50],
      [0, 0.05],
    ]),
    'check-line-gap',
    [0, 0.05],
  ],
  ['a duplicate surface', new Draft().surface('T', hill).surface('U', hill), 'check-surface-twice'],
  [
    'a surface over another',
    new Draft().surface('T', hill).surface('U', (e, n) => hill(e, n) + 2),
    'check-surfaces-overlap',
  ],
  [
    'a folded surface',
    new Draft().tin('T', [0, 0, 1, 10, 0, 1, 5, 9, 1, 5, 8, 2], [0, 1, 2, 0, 1, 3]),
    'check-surface-folded',
  ],
  ['a text of blanks', new Draft().on('T').text(' \n\u200b', [3, 4]), 'check-text-empty', [3, 4]],
];

describe('a check finds', () => {
  for (const [what, draft, code, at, count = 1] of FAULTS)
    it(what, async () => {
      const findings = await findingsOf(draft);
      const found = findings.find((finding) => finding.code === code);
      assert.ok(found, `${code} is not among ${findings.map((finding) => finding.code)}`);
      assert.equal(found.count, count);
      assert.notEqual(found.cure, '');
      if (at === undefined) return;
      const { easting, northing, elevation } = found.places[0]!;
      const [e, n, z] = at;
      assert.ok(Math.abs(easting! - e) < 1e-6 && Math.abs(northing! - n) < 1e-6, `${easting} ${northing}`);
      if (z !== undefined) assert.equal(elevation, z);
    });
});

const SOUND: readonly (readonly [what: string, draft: Draft])[] = [
  ['data close beside its zone', points(new Draft(GK21), spread([21_531_286, 6_782_560]))],
  ['a drawing on the data', site().drawing(sheet([440_000, 5_540_000], [440_100, 5_540_050]))],
  ['a sheet placed by a point', site().drawing(sheet([0, 0], [100, 50]), byPoint([0, 0], [440_000, 5_540_000]))],
  ['a sheet placed by a matching line', site().drawing(sheet([0, 0], [100, 50]), byLine)],
  [
    'a sheet placed by a scale alone',
    site().drawing(sheet([0, 0], [1, 1]), { ...NO_PLACEMENT, kind: 'scale', scale: 500 }),
  ],
  ['a drawing alone in its system', new Draft(UTM32).drawing(sheet([440_000, 5_540_000], [440_100, 5_540_050]))],
  ['a survey in its system', points(new Draft(UTM32), spread([440_000, 5_540_000]))],
  [
    'a survey near the sea, where 0 is an elevation',
    points(
      new Draft(),
      spread([0, 0]).map(([e, n, z]) => [e, n, z! - 100]),
    ),
  ],
  ['a terrain', new Draft().surface('T', hill)],
  ['a heap of loose ground', new Draft().surface('T', (e, n) => (e === 4 && n === 3 ? 107 : 100))],
  [
    'a ditch with slopes of 1:1',
    new Draft().line([
      [0, 0, 50],
      [5, 0, 45],
      [10, 0, 50],
    ]),
  ],
  [
    'a plan whose lines cross',
    new Draft()
      .line([
        [0, 0, 0],
        [9, 9, 0],
      ])
      .line([
        [0, 9, 0],
        [9, 0, 0],
      ])
      .line([
        [0, 0, 1],
        [0, 9, 1],
      ]),
  ],
  [
    'lines that meet at a vertex',
    new Draft()
      .line([
        [0, 0, 5],
        [9, 9, 5],
      ])
      .line([
        [9, 9, 7],
        [20, 0, 7],
      ]),
  ],
  [
    'a closed boundary that does not repeat its start',
    new Draft().surface('T', hill, { boundaries: ring(0, 0, 1, 70, 0, 1, 70, 70, 1, 0, 70, 1) }),
  ],
  ['surfaces side by side', new Draft().surface('T', hill).tin('U', [70, 0, 1, 80, 0, 1, 70, 10, 1], [0, 1, 2])],
  ['points of one place on several layers', new Draft().on('A').point([5, 5, 1]).on('B').point([5, 5, 1])],
  [
    'a closed line',
    new Draft().line(
      [
        [0, 0],
        [50, 0],
        [50, 50],
      ],
      true,
    ),
  ],
  ['nothing', new Draft()],
];

describe('a check reports nothing on', () => {
  for (const [what, draft] of SOUND)
    it(what, async () => {
      const found = (await findingsOf(draft)).map(({ code, text }) => `${code}: ${text}`);
      assert.deepEqual(found, []);
    });
});

describe('findings', () => {
  it('list a hundred places, count all and begin with the warnings', async () => {
    const draft = points(new Draft(), spread([0, 0]));
    for (let i = 0; i < 300; i++) draft.text('', [i, 0]);
    draft.line([
      [0, 0],
      [50, 0],
      [50, 50],
      [0, 50],
      [0, 0.05],
    ]);
    const findings = await findingsOf(draft);
    assert.deepEqual(
      findings.map(({ code, level, count, places }) => [code, level, count, places.length]),
      [
        ['check-text-empty', 'warning', 300, 100],
        ['check-line-gap', 'note', 1, 1],
      ],
    );
  });

  it('can be stopped', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(checkJob(new Draft().job, { signal, progress: () => {} }), /enough/);
  });
});

describe('a check ends', () => {
  for (const [what, draft] of [
    [
      'for many points at one place',
      () =>
        points(
          new Draft(),
          Array.from({ length: 50_000 }, () => [1, 2, 3] as const),
        ),
    ],
    [
      'for many points on a line',
      () =>
        points(
          new Draft(),
          Array.from({ length: 50_000 }, (_, i) => [1, i % 25_000, 3] as const),
        ),
    ],
    [
      'for points at NaN and 1e308',
      () =>
        points(new Draft(UTM32), [
          [Number.NaN, 1, 2],
          [1e308, -1e308, 1e308],
          [1, 1, 1],
        ]),
    ],
    [
      'for lines that all cross each other',
      () => {
        const made = new Draft();
        for (let i = 0; i < 6000; i++)
          made.line([
            [0, i, i],
            [6000, 6000 - i, 2 * i],
          ]);
        return made;
      },
    ],
  ] as const)
    it(what, { timeout: 60_000 }, async () => {
      assert.ok((await findingsOf(draft())).length > 0);
    });
});
