import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { block, codes, EOF, type Groups, insert, section, vertices } from './testing/groups.ts';
import { readGroups } from './testing/reading.ts';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const LINE: Groups = [0, 'LINE', 8, '0', 10, 0, 20, 1, 30, 0, 11, 10, 21, 1, 31, 0];

interface Clip {
  readonly corners: readonly (readonly [number, number])[];
  /** Inverse of the place of the reference when it was clipped, in rows of four. */
  readonly inverse?: readonly number[];
  readonly isOn?: boolean;
  /** Planes in front and behind. */
  readonly planes?: readonly [boolean, boolean];
}

/** The objects of a clipped reference A: its dictionary B, in that the dictionary C, in that the filter D. */
function filter({ corners, inverse = IDENTITY, isOn = true, planes = [false, false] }: Clip): Groups {
  const at = corners.flatMap(([e, n]) => [10, e, 20, n]);
  const matrices = [...inverse, ...IDENTITY].flatMap((value) => [40, value]);
  const flags = [...[72, Number(planes[0])], ...(planes[0] ? [40, 5] : []), ...[73, Number(planes[1]), 41, -5]];
  // The dictionaries' owners come after those who want to know of changes.
  const reactors = [102, '{ACAD_REACTORS', 330, '99', 102, '}'];
  return [
    ...[0, 'DICTIONARY', 5, 'B', ...reactors, 330, 'A', 100, 'AcDbDictionary', 3, 'ACAD_FILTER', 360, 'C'],
    ...[0, 'DICTIONARY', 5, 'C', ...reactors, 330, 'B', 100, 'AcDbDictionary', 3, 'SPATIAL', 360, 'D'],
    ...[0, 'SPATIAL_FILTER', 5, 'D', ...reactors, 330, 'C', 100, 'AcDbFilter', 100, 'AcDbSpatialFilter'],
    ...[70, corners.length, ...at, 210, 0, 220, 0, 230, 1, 71, Number(isOn), ...flags, ...matrices],
  ];
}

function clipped(clip: Clip, references: Groups): Groups {
  const blocks = [block('B', LINE)];
  const parts = [section('HEADER'), section('TABLES'), section('BLOCKS', ...blocks), section('ENTITIES', references)];
  return [...parts.flat(), ...section('OBJECTS', filter(clip)), ...EOF];
}

/** A reference at 0, 0 unless the groups say otherwise. */
const reference = (more: Groups): Groups => [
  0,
  'INSERT',
  5,
  'A',
  8,
  'ROAD',
  2,
  'B',
  ...(more[0] === 10 ? more : [10, 0, 20, 0, ...more]),
];

const SQUARE = [
  [2, 0],
  [5, 3],
] as const;

describe('a reference with a clip boundary shows what is inside', () => {
  for (const [name, clip, more, line] of [
    ['of two corners, a rectangle', { corners: SQUARE }, [], [2, 1, 0, 5, 1, 0]],
    [
      'of a triangle',
      {
        corners: [
          [0, 0],
          [4, 0],
          [0, 4],
        ],
      },
      [],
      [0, 1, 0, 3, 1, 0],
    ],
    ['that moves with it', { corners: SQUARE }, [10, 100, 20, 50], [102, 51, 0, 105, 51, 0]],
    ['that turns with it', { corners: SQUARE }, [50, 90], [-1, 2, 0, -1, 5, 0]],
    [
      'that was drawn elsewhere',
      {
        corners: [
          [102, 0],
          [105, 3],
        ],
        inverse: [1, 0, 0, -100, 0, 1, 0, 0, 0, 0, 1, 0],
      },
      [],
      [2, 1, 0, 5, 1, 0],
    ],
    ['but all of it while it is off', { corners: SQUARE, isOn: false }, [], [0, 1, 0, 10, 1, 0]],
  ] as const satisfies readonly (readonly [string, Clip, Groups, number[]])[])
    it(name, async () => {
      const read = await readGroups(clipped(clip, reference(more)));
      assert.deepEqual(vertices(read), line);
      assert.equal(codes(read).includes('block-clipped'), !('isOn' in clip));
      assert.equal(codes(read).includes('block-planes-left-out'), false);
    });

  it('and nothing that is outside', async () => {
    const read = await readGroups(
      clipped(
        {
          corners: [
            [2, 5],
            [5, 8],
          ],
        },
        insert('B', 5, 'A'),
      ),
    );
    assert.deepEqual([read.job.lines.length, codes(read).includes('block-clipped')], [0, true]);
  });

  it('and all of it on request', async () => {
    const read = await readGroups(clipped({ corners: SQUARE }, insert('B', 5, 'A')), { hidden: true });
    assert.deepEqual(vertices(read), [0, 1, 0, 10, 1, 0]);
  });

  it('in each cell of an array', async () => {
    const read = await readGroups(clipped({ corners: SQUARE }, insert('B', 5, 'A', 70, 2, 44, 20)));
    assert.deepEqual(
      [vertices(read, 0), vertices(read, 1)],
      [
        [2, 1, 0, 5, 1, 0],
        [22, 1, 0, 25, 1, 0],
      ],
    );
  });

  it('while the next reference shows everything', async () => {
    const both = [...insert('B', 5, 'A'), ...insert('B', 5, 'AA')];
    const read = await readGroups(clipped({ corners: SQUARE }, both));
    assert.deepEqual(
      [vertices(read, 0), vertices(read, 1)],
      [
        [2, 1, 0, 5, 1, 0],
        [0, 1, 0, 10, 1, 0],
      ],
    );
  });

  // As AutoCAD stores a boundary inside of which nothing is shown: around the hole, to a box around the block and back.
  // Here the way to the box leads through the notch of the hole.
  it('but not what is inside of an inverted one, also of one with a notch', async () => {
    const corners = [
      ...[
        [2, 0],
        [8, 0],
        [8, 3],
        [6, 3],
        [6, 0.5],
        [4, 0.5],
        [4, 3],
        [2, 3],
      ],
      ...[
        [2, 9],
        [20, 9],
        [20, -9],
        [-9, -9],
        [-9, 9],
        [2, 9],
        [2, 3],
      ],
    ] as [number, number][];
    const read = await readGroups(clipped({ corners }, insert('B', 5, 'A')));
    const lines = [0, 1, 2].map((row) => vertices(read, row));
    assert.deepEqual(
      [read.job.lines.length, lines],
      [
        3,
        [
          [0, 1, 0, 2, 1, 0],
          [4, 1, 0, 6, 1, 0],
          [8, 1, 0, 10, 1, 0],
        ],
      ],
    );
    assert.equal(codes(read).includes('block-not-cut'), false);
  });

  for (const planes of [
    [true, false],
    [false, true],
  ] as const)
    it(`and says when planes clip it, too: in front and behind ${planes.join(', ')}`, async () => {
      const read = await readGroups(clipped({ corners: SQUARE, planes }, insert('B', 5, 'A')));
      assert.deepEqual(vertices(read), [2, 1, 0, 5, 1, 0]);
      assert.equal(codes(read).includes('block-planes-left-out'), true);
    });

  it('and says when the hole of an inverted one is only in its own dictionary', async () => {
    // Corners as in ezdxf's xclip.dxf: around the block, with a way to one corner of the hole and back.
    const corners = [
      [2, 3],
      [-1, 3],
      [-1, 9],
      [20, 9],
      [20, -9],
      [-1, -9],
      [-1, 3],
      [2, 3],
    ] as [number, number][];
    const own: Groups = [0, 'DICTIONARY', 5, 'E', 330, 'D', 100, 'AcDbDictionary'];
    for (const more of [[], own]) {
      const parts = clipped({ corners }, insert('B', 5, 'A'));
      const read = await readGroups([...parts.slice(0, -4), ...more, ...parts.slice(-4)]);
      assert.equal(codes(read).includes('block-hole-left-out'), more === own);
      assert.deepEqual(vertices(read), [0, 1, 0, 10, 1, 0]);
    }
  });
});
