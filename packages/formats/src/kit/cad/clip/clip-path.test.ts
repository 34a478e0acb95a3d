import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Path, strokePath } from '@fieldbridge/fieldjob';
import { ClipBoundary } from './boundary.ts';
import { clipArea, clipLine } from './clip-path.ts';

/** A square of 10 by 10, and an L of that size without its upper right quarter. */
const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0];
const L = [0, 0, 10, 0, 10, 5, 5, 5, 5, 10, 0, 10];

/** Easting, northing, and a bulge where it is not 0. */
type Corner = readonly [number, number, number?];

function pathOf(
  rings: readonly (readonly Corner[])[],
  closed: boolean,
  elevation = (_: number, _n: number) => 3,
): Path {
  const path = new Path();
  path.closed = closed;
  for (const ring of rings) {
    path.ring();
    for (const [e, n, bulge = 0] of ring) path.vertex(e, n, elevation(e, n), bulge);
  }
  return path;
}

const round = (value: number): number => Math.round(value * 1e8) / 1e8 + 0;
const positions = ({ coordinates, count }: Path): string =>
  Array.from({ length: count }, (_, i) => `${round(coordinates[3 * i]!)},${round(coordinates[3 * i + 1]!)}`).join(' ');

describe('a line is cut at a clip boundary', () => {
  for (const [name, boundary, corners, closed, parts] of [
    [
      'at one end',
      SQUARE,
      [
        [-5, 5],
        [5, 5],
      ],
      false,
      ['0,5 5,5'],
    ],
    [
      'at both ends',
      SQUARE,
      [
        [-5, 5],
        [15, 5],
      ],
      false,
      ['0,5 10,5'],
    ],
    [
      'twice by a boundary with a notch',
      L,
      [
        [2, 7],
        [12, 7],
        [12, 2],
        [2, 2],
      ],
      false,
      ['2,7 5,7', '10,2 2,2'],
    ],
    [
      'a closed one at its beginning too',
      SQUARE,
      [
        [5, 5],
        [15, 5],
        [15, 8],
        [5, 8],
      ],
      true,
      ['10,8 5,8 5,5 10,5'],
    ],
    [
      'not where it runs along the boundary',
      SQUARE,
      [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
      false,
      ['0,0 10,0 10,10'],
    ],
    [
      'not where it only touches',
      SQUARE,
      [
        [2, 2],
        [10, 5],
        [2, 8],
      ],
      false,
      ['2,2 10,5 2,8'],
    ],
    [
      'to nothing outside',
      SQUARE,
      [
        [-5, 5],
        [-5, 20],
        [20, 20],
      ],
      false,
      [],
    ],
    [
      'to nothing past a corner',
      L,
      [
        [6, 11],
        [11, 6],
      ],
      false,
      [],
    ],
  ] as const satisfies readonly (readonly [string, readonly number[], readonly Corner[], boolean, string[]])[])
    it(name, () => {
      const cut = clipLine(pathOf([corners], closed), new ClipBoundary(boundary));
      assert.deepEqual(cut?.map(positions), parts);
    });

  it('in arcs, which stay arcs, with elevations between', () => {
    // A half circle about 0, 5 with radius 5 from 0, 0 to 0, 10, and its other half.
    const circle = pathOf(
      [
        [
          [0, 0, 1],
          [0, 10, 1],
        ],
      ],
      true,
      (_, n) => n,
    );
    const boundary = new ClipBoundary([3, -10, 20, -10, 20, 20, 3, 20]);
    const [part, ...others] = clipLine(circle, boundary)!;
    assert.equal(others.length, 0);
    assert.equal(positions(part!), '3,1 3,9');
    const angle = 2 * Math.asin(4 / 5);
    assert.ok(Math.abs(part!.bulges[0]! - Math.tan(angle / 4)) < 1e-9);
    // The elevation rises with the angle: from 0 to 10 over half a turn.
    const share = (Math.PI - angle) / 2 / Math.PI;
    assert.ok(Math.abs(part!.coordinates[2]! - 10 * share) < 1e-8);
  });
});

/** Size by the even-odd rule, of positions on a grid. */
function sizeOf(path: Path): number {
  const stroked = strokePath(path, 1e-4);
  const STEP = 0.1;
  let hits = 0;
  for (let n = -4.937; n < 20; n += STEP) {
    const crossings = crossingsAt(stroked, n);
    for (let e = -4.963; e < 20; e += STEP) if (isBetween(crossings, e)) hits++;
  }
  return hits * STEP * STEP;
}

/** Where the sides of a path cross a northing. */
function crossingsAt({ coordinates: c, rings, ...path }: Path, n: number): number[] {
  const found: number[] = [];
  for (const [ring, from] of rings.entries()) {
    const to = rings[ring + 1] ?? path.count;
    for (let i = from, j = to - 1; i < to; j = i++) {
      const [e1, n1, e2, n2] = [c[3 * i]!, c[3 * i + 1]!, c[3 * j]!, c[3 * j + 1]!];
      if (n1 > n !== n2 > n) found.push(((e2 - e1) * (n - n1)) / (n2 - n1) + e1);
    }
  }
  return found;
}

const isBetween = (crossings: readonly number[], e: number): boolean =>
  crossings.filter((crossing) => e < crossing).length % 2 === 1;
const holds = (path: Path, e: number, n: number): boolean => isBetween(crossingsAt(path, n), e);

describe('an area is cut at a clip boundary', () => {
  const ringed: readonly Corner[][] = [
    [
      [-4, -4],
      [14, -4],
      [14, 14],
      [-4, 14],
    ],
    [
      [2, 2],
      [4, 2],
      [4, 4],
      [2, 4],
    ],
  ];
  for (const [name, boundary, rings, size, count] of [
    [
      'a square over a corner',
      SQUARE,
      [
        [
          [5, 5],
          [15, 5],
          [15, 15],
          [5, 15],
        ],
      ],
      25,
      1,
    ],
    [
      'into two parts by a notch',
      L,
      [
        [
          [3, 3],
          [12, 3],
          [12, 4],
          [4, 4],
          [4, 12],
          [3, 12],
        ],
      ],
      13,
      1,
    ],
    [
      'a U into two parts',
      SQUARE,
      [
        [
          [2, 5],
          [8, 5],
          [8, 15],
          [6, 15],
          [6, 11],
          [4, 11],
          [4, 15],
          [2, 15],
        ],
      ],
      30,
      1,
    ],
    [
      'a comb into three',
      SQUARE,
      [
        [
          [1, 14],
          [1, 8],
          [2, 8],
          [2, 12],
          [4, 12],
          [4, 8],
          [5, 8],
          [5, 12],
          [7, 12],
          [7, 8],
          [8, 8],
          [8, 14],
        ],
      ],
      6,
      3,
    ],
    ['to the boundary itself, keeping a hole', SQUARE, ringed, 96, 2],
    ['through a hole', [3, -9, 30, -9, 30, 30, 3, 30], ringed, 11 * 18 - 2, 1],
    [
      'a circle',
      [5, -20, 20, -20, 20, 20, 5, 20],
      [
        [
          [0, 5, 1],
          [10, 5, 1],
        ],
      ],
      (Math.PI * 25) / 2,
      1,
    ],
    [
      'a circle through its middle by a corner',
      [5, 5, 20, 5, 20, 20, 5, 20],
      [
        [
          [0, 5, -1],
          [10, 5, -1],
        ],
      ],
      (Math.PI * 25) / 4,
      1,
    ],
    [
      'one with an edge on it',
      SQUARE,
      [
        [
          [5, 0],
          [15, 0],
          [15, 10],
          [5, 10],
        ],
      ],
      50,
      1,
    ],
    [
      'to nothing beside a notch',
      L,
      [
        [
          [6, 6],
          [12, 6],
          [12, 12],
          [6, 12],
        ],
      ],
      0,
      1,
    ],
  ] as const satisfies readonly (readonly [
    string,
    readonly number[],
    readonly (readonly Corner[])[],
    number,
    number,
  ])[])
    it(name, () => {
      const cut = clipArea(pathOf(rings, true), new ClipBoundary(boundary))!;
      assert.ok(Math.abs(sizeOf(cut) - size) < 0.02 * size + 1e-9, `${sizeOf(cut)}: ${positions(cut)}`);
      assert.equal(cut.rings.length, count);
    });

  it('in its own plane', () => {
    const slope = (e: number, n: number): number => 2 * e - n + 7;
    const cut = clipArea(pathOf(ringed, true, slope), new ClipBoundary(SQUARE))!;
    const { coordinates: c } = cut;
    for (let i = 0; i < cut.count; i++) assert.ok(Math.abs(c[3 * i + 2]! - slope(c[3 * i]!, c[3 * i + 1]!)) < 1e-9);
  });

  it('stays the same one if all of it is inside', () => {
    const path = pathOf(
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
      ],
      true,
    );
    assert.equal(clipArea(path, new ClipBoundary(SQUARE)), path);
  });

  it('of any shape: the result is what both cover', () => {
    let state = 7;
    const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
    const ring = (corners: number): Corner[] =>
      Array.from({ length: corners }, () => [
        20 * random() - 4,
        20 * random() - 4,
        random() < 0.5 ? 0 : 2 * random() - 1,
      ]);
    let uncut = 0;
    for (let round = 0; round < 60; round++) {
      const area = pathOf([ring(3 + (round % 6)), ring(3)], true);
      const corners = ring(3 + (round % 4)).flatMap(([e, n]) => [e, n]);
      const cut = clipArea(area, new ClipBoundary(corners));
      if (cut === undefined) {
        uncut++;
        continue;
      }
      const [whole, part] = [strokePath(area, 1e-5), strokePath(cut, 1e-5)];
      const clip = pathOf([corners.flatMap((e, i) => (i % 2 === 0 ? [[e, corners[i + 1]!] as const] : []))], true);
      for (let i = 0; i < 300; i++) {
        const [e, n] = [22 * random() - 5, 22 * random() - 5];
        assert.equal(holds(part, e, n), holds(whole, e, n) && holds(clip, e, n), `round ${round}: ${e} ${n}`);
      }
    }
    assert.equal(uncut, 0);
  });
});
