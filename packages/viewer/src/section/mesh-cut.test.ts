import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MeshChunk } from '@fieldbridge/view-wire';
import { elevationAt, MeshCut } from './mesh-cut.ts';

const [E, N] = [500_000, 5_800_000];
/** A mesh of places and elevations in units. */
const mesh = (places: readonly (readonly [number, number, number])[], triangles: readonly number[]): MeshChunk => ({
  kind: 'mesh',
  head: { kind: 4, easting: E, northing: N, elevation: 0, step: 1 / 8192 },
  plan: Int32Array.from(places.flatMap(([e, n]) => [e * 8192, n * 8192])),
  height: Int32Array.from(places.map(([, , z]) => z * 8192)),
  triangles: Uint32Array.from(triangles),
  ...{ surface: 0, pen: 0 },
});
const lineOf = (...places: readonly (readonly [number, number])[]) => {
  const stations = [0];
  for (let i = 1; i < places.length; i++)
    stations.push(stations[i - 1]! + Math.hypot(places[i]![0] - places[i - 1]![0], places[i]![1] - places[i - 1]![1]));
  return {
    places: Float64Array.from(places.flatMap(([e, n]) => [E + e, N + n])),
    stations: Float64Array.from(stations),
  };
};
const cut = (surface: MeshChunk, ...places: readonly (readonly [number, number])[]) => {
  const made = new MeshCut(lineOf(...places));
  made.add(surface);
  return made.parts.map((part) => part.map((point) => point.map((value) => Math.round(value * 1e9) / 1e9)));
};

/** Two triangles over a square of 8 × 8: a ridge of 4 along its diagonal from (0, 0) to (8, 8). */
const ROOF = mesh(
  [
    [0, 0, 4],
    [8, 0, 0],
    [8, 8, 4],
    [0, 8, 0],
  ],
  [0, 1, 2, 0, 2, 3],
);

describe('the cut of a roof', () => {
  for (const [name, line, parts] of [
    [
      'across its ridge',
      [
        [0, 4],
        [8, 4],
      ],
      [
        [
          [0, 2],
          [4, 4],
          [8, 2],
        ],
      ],
    ],
    [
      'the other way',
      [
        [8, 4],
        [0, 4],
      ],
      [
        [
          [0, 2],
          [4, 4],
          [8, 2],
        ],
      ],
    ],
    [
      'that ends on it',
      [
        [2, 4],
        [5, 4],
      ],
      [
        [
          [0, 3],
          [2, 4],
          [3, 3.5],
        ],
      ],
    ],
    [
      'that begins beside it',
      [
        [-4, 4],
        [4, 4],
      ],
      [
        [
          [4, 2],
          [8, 4],
        ],
      ],
    ],
    [
      'along its edge',
      [
        [0, 0],
        [8, 0],
      ],
      [
        [
          [0, 4],
          [8, 0],
        ],
      ],
    ],
    [
      'along its ridge is one line, not two',
      [
        [0, 0],
        [8, 8],
      ],
      [
        [
          [0, 4],
          [11.313_708_499, 4],
        ],
      ],
    ],
    [
      'beside it',
      [
        [-1, -5],
        [-1, 20],
      ],
      [],
    ],
    [
      'with a bend',
      [
        [2, 0],
        [2, 2],
        [8, 2],
      ],
      [
        [
          [0, 3],
          [2, 4],
          [8, 1],
        ],
      ],
    ],
  ] as const)
    it(name, () => assert.deepEqual(cut(ROOF, ...line), parts));
});

it('ends where the surface does and begins again', () => {
  const apart = mesh(
    [
      [0, 0, 1],
      [4, 0, 1],
      [0, 4, 1],
      [8, 0, 2],
      [12, 0, 2],
      [8, 4, 2],
    ],
    [0, 1, 2, 3, 4, 5],
  );
  const parts = cut(apart, [-1, 1], [20, 1]);
  assert.deepEqual(parts, [
    [
      [1, 1],
      [4, 1],
    ],
    [
      [9, 2],
      [12, 2],
    ],
  ]);
  assert.deepEqual(
    [2, 5, 10, 30].map((station) => elevationAt(parts as [number, number][][], station)),
    [1, undefined, 2, undefined],
  );
});

it('of a slope is its plane at every crossing, in any direction', () => {
  const places: [number, number, number][] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= 8; row++)
    for (let column = 0; column <= 8; column++) {
      places.push([column * 4, row * 4, column * 4 * 0.25 + row * 4 * 0.5 + 100]);
      const at = row * 9 + column;
      if (row < 8 && column < 8) triangles.push(at, at + 1, at + 10, at, at + 10, at + 9);
    }
  const [from, to] = [
    [1, 3],
    [29, 24],
  ] as const;
  const [part, ...others] = cut(mesh(places, triangles), from, to);
  assert.equal(others.length, 0);
  // A line in this direction crosses 6 columns, 5 rows and diagonals.
  assert.ok(part!.length > 12, `${part!.length}`);
  for (const [station, elevation] of part!) {
    const [e, n] = [from[0] + (station * 28) / 35, from[1] + (station * 21) / 35];
    assert.ok(Math.abs(elevation - (e * 0.25 + n * 0.5 + 100)) < 1e-9);
  }
  assert.deepEqual([part![0]![0], part!.at(-1)![0]], [0, 35]);
});

it('a triangle without a height is left out', () => {
  const surface = { ...ROOF, height: Int32Array.from([0, -(2 ** 31), 0, 0]) };
  assert.deepEqual(cut(surface, [0, 4], [8, 4]), [
    [
      [0, 0],
      [4, 0],
    ],
  ]);
});
