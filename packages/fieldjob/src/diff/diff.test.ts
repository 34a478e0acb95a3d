import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbitraryJob } from '../../testing/arbitrary-job.ts';
import { alignmentOf } from '../alignment.ts';
import { JobBuilder } from '../builder.ts';
import { emitJob } from '../emit.ts';
import { Feature } from '../feature.ts';
import { ForwardSink } from '../forward-sink.ts';
import { Path } from '../geometry/path.ts';
import type { FieldJob } from '../job.ts';
import { layerOf } from '../layer.ts';
import { surfaceOf } from '../surface.ts';
import { labelOf } from '../tables/text-table.ts';
import { diffJobs } from './diff-jobs.ts';
import { DIFF_KINDS, type Difference, type DiffKind, type JobDiff } from './difference.ts';

type Triple = readonly [easting: number, northing: number, elevation?: number];
const TOLERANCE = 0.001;
const compare = (a: FieldJob, b: FieldJob, tolerance = TOLERANCE): JobDiff => diffJobs(a, b, { tolerance });

/** A job filled by hand. */
function jobOf(fill: (draft: Draft) => void): FieldJob {
  const builder = new JobBuilder();
  fill(new Draft(builder));
  return builder.job;
}

class Draft {
  readonly builder: JobBuilder;
  readonly #feature = new Feature();
  readonly #path = new Path();

  constructor(builder: JobBuilder) {
    this.builder = builder;
  }

  #with(rest: Partial<Feature>): Feature {
    return Object.assign(this.#feature.reset(), rest);
  }

  point([easting, northing, elevation = Number.NaN]: Triple, rest: Partial<Feature> = {}): this {
    this.builder.point(this.#with(rest), easting, northing, elevation);
    return this;
  }

  line(places: readonly Triple[], rest: Partial<Feature> & { bulge?: number; closed?: boolean } = {}): this {
    const { bulge = 0, closed = false, ...feature } = rest;
    this.#path.clear();
    for (const [easting, northing, elevation = Number.NaN] of places)
      this.#path.vertex(easting, northing, elevation, bulge);
    this.#path.closed = closed;
    this.builder.line(this.#with(feature), this.#path);
    return this;
  }

  text(text: string, [easting, northing]: Triple, height = 1): this {
    this.builder.text(this.#with({}), labelOf(text, easting, northing, { height }));
    return this;
  }
}

/** Compares two jobs of points. */
const points = (a: (draft: Draft) => void, b: (draft: Draft) => void): JobDiff => compare(jobOf(a), jobOf(b));
/** The differences in short. */
const short = ({ differences }: JobDiff): string[] =>
  differences.map(
    ({ kind, change, name, moved, fields }) =>
      `${kind} ${name} ${change}${moved ? ` ${moved.distance.toFixed(3)}` : ''}${fields.map(({ field }) => ` ${field}`).join('')}`,
  );

describe('points of two jobs', () => {
  for (const [title, a, b, found] of [
    [
      'in another order are the same',
      [
        ['1', 0, 0],
        ['2', 5, 5],
      ],
      [
        ['2', 5, 5],
        ['1', 0, 0],
      ],
      [],
    ],
    ['within the tolerance are the same', [['1', 0, 0, 10]], [['1', 0.0006, 0, 10.0006]], []],
    ['moved in plan and height', [['1', 0, 0, 10]], [['1', 3, 4, 22]], ['point 1 moved 13.000']],
    ['with an elevation that one lacks', [['1', 0, 0, 10]], [['1', 0, 0]], ['point 1 changed elevation']],
    ['renamed at their place', [['1', 0, 0]], [['A', 0, 0]], ['point 1 changed name']],
    [
      'that swapped names moved',
      [
        ['1', 0, 0],
        ['2', 5, 0],
      ],
      [
        ['2', 0, 0],
        ['1', 5, 0],
      ],
      ['point 1 moved 5.000', 'point 2 moved 5.000'],
    ],
    [
      'without names are found by their place',
      [
        ['', 0, 0],
        ['', 9, 9],
      ],
      [
        ['', 9, 9.0004],
        ['', 7, 7],
      ],
      ['point  onlyA', 'point  onlyB'],
    ],
    [
      'with one name twice: each keeps its place',
      [
        ['1', 0, 0],
        ['1', 5, 5],
      ],
      [
        ['1', 5, 5],
        ['1', 0, 2],
      ],
      ['point 1 moved 2.000'],
    ],
    [
      'at one place, three against two',
      [
        ['', 1, 1],
        ['', 1, 1],
        ['', 1, 1],
      ],
      [
        ['', 1, 1],
        ['', 1, 1],
      ],
      ['point  onlyA'],
    ],
    ['that only one has', [['1', 0, 0]], [], ['point 1 onlyA']],
    ['without a position are paired in order', [['', Number.NaN, 0]], [['', Number.NaN, 0]], []],
    ['that are nowhere else', [['', Number.NaN, 0]], [['', Number.NaN, 1]], ['point  onlyA', 'point  onlyB']],
    ['absurdly far away', [['', 1e300, 1e300]], [['', 1e300, 1e299]], ['point  onlyA', 'point  onlyB']],
  ] as const)
    test(title, () => {
      const fill = (rows: readonly (readonly [string, number, number, number?])[]) => (draft: Draft) => {
        for (const [name, ...place] of rows) draft.point(place, { name });
      };
      const diff = points(fill(a), fill(b));
      assert.deepEqual(short(diff), found);
      assert.equal(diff.same, found.length === 0);
    });

  test('differ in code, layer and attributes, of which the order does not matter', () => {
    const fill = (layer: string, code: string, attributes: string[]) => (draft: Draft) => {
      draft.point([0, 0], { name: '1', layer: draft.builder.layer(layerOf(layer)), code, attributes });
    };
    const same = points(fill('Kerb', 'K', ['a', '1', 'b', '2']), fill('KERB', 'K', ['b', '2', 'a', '1']));
    assert.deepEqual([same.counts.point.same, same.counts.layer.changed], [1, 1], 'the layer differs in its spelling');
    const { differences } = points(fill('Kerb', 'K', ['a', '1']), fill('Fence', 'F', ['a', '2']));
    assert.deepEqual(differences[0]!.fields, [
      { field: 'layer', a: 'Kerb', b: 'Fence' },
      { field: 'code', a: 'K', b: 'F' },
      { field: 'attribute a', a: '1', b: '2' },
    ]);
  });

  test('as many as the limit are listed, and all are counted', () => {
    const job = jobOf((draft) => void Array.from({ length: 50 }, (_, i) => draft.point([i, 0], { name: `${i}` })));
    const { differences, counts, same } = diffJobs(
      job,
      jobOf(() => {}),
      { tolerance: 0, most: 3 },
    );
    assert.deepEqual([differences.length, counts.point.onlyA, same], [3, 50, false]);
    const none = diffJobs(
      job,
      jobOf(() => {}),
      { tolerance: 0, most: 0 },
    );
    assert.deepEqual([none.differences, none.same], [[], false]);
    assert.equal(
      diffJobs(
        job,
        jobOf(() => {}),
        { tolerance: 0, kinds: ['line'] },
      ).same,
      true,
    );
    for (const tolerance of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      assert.throws(() => diffJobs(job, job, { tolerance }), RangeError);
  });
});

describe('lines and texts of two jobs', () => {
  const SQUARE = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const;
  for (const [title, a, b, found] of [
    [
      'in another order are the same',
      (d: Draft) =>
        d.line(SQUARE).line([
          [5, 5],
          [6, 6],
        ]),
      (d: Draft) =>
        d
          .line([
            [5, 5],
            [6, 6],
          ])
          .line(SQUARE),
      [],
    ],
    [
      'with a vertex that moved',
      (d: Draft) => d.line(SQUARE),
      (d: Draft) =>
        d.line([
          [0, 0],
          [10, 0],
          [10, 12],
          [0, 10],
        ]),
      ['line  moved 2.000'],
    ],
    [
      'with a first vertex that moved are found by their end',
      (d: Draft) => d.line(SQUARE),
      (d: Draft) =>
        d.line([
          [1, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ]),
      ['line  moved 1.000'],
    ],
    [
      'with one vertex more',
      (d: Draft) => d.line(SQUARE),
      (d: Draft) => d.line([...SQUARE, [0, 5]]),
      ['line  changed vertices'],
    ],
    [
      'closed now',
      (d: Draft) => d.line(SQUARE),
      (d: Draft) => d.line(SQUARE, { closed: true }),
      ['line  changed closed'],
    ],
    [
      'with arcs',
      (d: Draft) => d.line(SQUARE),
      (d: Draft) => d.line(SQUARE, { bulge: 0.5 }),
      ['line  changed bent segments'],
    ],
    [
      'at the same place, of which one was removed',
      (d: Draft) => d.line(SQUARE, { name: 'x' }).line(SQUARE, { name: 'y' }),
      (d: Draft) => d.line(SQUARE, { name: 'y' }),
      ['line x onlyA'],
    ],
    [
      'elsewhere, with a name',
      (d: Draft) => d.line(SQUARE, { name: 'Kerb' }),
      (d: Draft) =>
        d.line(
          SQUARE.map(([e, n]) => [e + 3, n + 4] as const),
          { name: 'Kerb' },
        ),
      ['line Kerb moved 5.000'],
    ],
    [
      'elsewhere, without one',
      (d: Draft) => d.line(SQUARE),
      (d: Draft) => d.line(SQUARE.map(([e, n]) => [e + 3, n + 4] as const)),
      ['line  onlyA', 'line  onlyB'],
    ],
    ['without a vertex', (d: Draft) => d.line([]), (d: Draft) => d.line([]), []],
    [
      'texts that moved, grew and were rewritten',
      (d: Draft) => d.text('A', [0, 0]).text('B', [5, 5]).text('C', [9, 9]),
      (d: Draft) => d.text('A', [0, 1]).text('B', [5, 5], 2).text('D', [9, 9]),
      ['text A moved 1.000', 'text B changed height', 'text C changed text'],
    ],
  ] as const)
    test(title, () => assert.deepEqual(short(points(a, b)), found));
});

describe('records of two jobs', () => {
  const vertices = [0, 0, 1, 10, 0, 2, 10, 10, 3, 0, 10, 4];
  const surface =
    (at: number[], triangles: number[], name = 'S') =>
    (draft: Draft) =>
      draft.builder.surface(surfaceOf(name, Float64Array.from(at), Int32Array.from(triangles)));
  for (const [title, a, b, found] of [
    [
      'a surface with its vertices in another order',
      surface(vertices, [0, 1, 2, 0, 2, 3]),
      surface([...vertices.slice(3), ...vertices.slice(0, 3)], [3, 0, 1, 3, 1, 2]),
      [],
    ],
    [
      'a surface that is higher somewhere',
      surface(vertices, [0, 1, 2]),
      surface([0, 0, 1, 10, 0, 2.5, 10, 10, 3, 0, 10, 4], [0, 1, 2]),
      ['surface S moved 0.500 vertices that moved'],
    ],
    [
      'a surface triangulated otherwise',
      surface(vertices, [0, 1, 2, 0, 2, 3]),
      surface(vertices, [0, 1, 3, 1, 2, 3]),
      ['surface S changed triangles without a partner'],
    ],
    [
      'a surface of another name',
      surface(vertices, [0, 1, 2]),
      surface(vertices, [0, 1, 2], 'T'),
      ['surface S onlyA', 'surface T onlyB'],
    ],
  ] as const)
    test(title, () => assert.deepEqual(short(points(a, b)), found));

  test('an alignment names the element and the field', () => {
    const axis = (length: number, azimuth: number) => (draft: Draft) =>
      draft.builder.alignment(
        alignmentOf('Axis', {
          horizontal: [
            {
              ...({ kind: 'straight', startStation: 0, length, startEasting: 0, startNorthing: 0, azimuth } as const),
              ...{ startRadius: Number.POSITIVE_INFINITY, endRadius: Number.POSITIVE_INFINITY },
            },
          ],
        }),
      );
    assert.equal(points(axis(100, 1), axis(100.0005, 1)).same, true);
    const { differences } = points(axis(100, 1), axis(101, 1.0001));
    assert.deepEqual(differences[0]!.fields, [
      { field: 'horizontal[0].length', a: 100, b: 101 },
      { field: 'horizontal[0].azimuth', a: 1, b: 1.0001 },
    ]);
  });

  test('unit and reference system of the jobs are compared', () => {
    const job = (unit: 'metre' | 'usSurveyFoot', code: number): FieldJob =>
      jobOf(({ builder }) => builder.describe({ unit, crs: { kind: 'epsg', code } }));
    assert.deepEqual(compare(job('metre', 25832), job('usSurveyFoot', 2277)).job, [
      { field: 'unit', a: 'metre', b: 'usSurveyFoot' },
      { field: 'crs', a: 'EPSG:25832', b: 'EPSG:2277' },
    ]);
  });
});

describe('any job', () => {
  const copy = (job: FieldJob, sinkOf: (builder: JobBuilder) => JobBuilder | ForwardSink): FieldJob => {
    const builder = new JobBuilder();
    emitJob(job, sinkOf(builder));
    return builder.job;
  };

  test('is the same as its copy, whatever it holds', () => {
    fc.assert(
      fc.property(arbitraryJob(), (job) => {
        const other = copy(job, (builder) => builder);
        assert.deepEqual(compare(job, other, 0).differences, []);
      }),
      { numRuns: 150 },
    );
  });

  test('differs the other way round when the sides are exchanged', () => {
    const only = ({ counts }: JobDiff, change: 'onlyA' | 'onlyB'): number[] =>
      DIFF_KINDS.map((kind: DiffKind) => counts[kind][change]);
    fc.assert(
      fc.property(arbitraryJob({ kinds: ['points'] }), arbitraryJob({ kinds: ['points'] }), (a, b) => {
        const [there, back] = [compare(a, b), compare(b, a)];
        assert.deepEqual(only(there, 'onlyA'), only(back, 'onlyB'));
        assert.equal(there.same, back.same);
      }),
      { numRuns: 100 },
    );
  });

  test('reports one point that is moved, and nothing else', () => {
    class MoveFirst extends ForwardSink {
      #moved = false;
      override point(feature: Feature, easting: number, northing: number, elevation: number): void {
        super.point(feature, easting + (this.#moved ? 0 : 8), northing, elevation);
        this.#moved = true;
      }
    }
    const coordinate = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(coordinate, coordinate), { minLength: 1, selector: String }), (places) => {
        const job = jobOf((draft) => {
          for (const [i, [e, n]] of places.entries()) draft.point([e, n, 0], { name: `P${i}` });
        });
        const { differences } = compare(
          job,
          copy(job, (builder) => new MoveFirst(builder)),
        );
        const [{ name, moved }] = differences as [Difference];
        assert.deepEqual([differences.length, name, moved!.distance, moved!.easting], [1, 'P0', 8, 8]);
      }),
      { numRuns: 50 },
    );
  });
});
