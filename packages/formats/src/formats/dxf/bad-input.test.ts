import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { binaryOf } from './testing/binary.ts';
import { assertEndlessTextRefused } from './testing/endless.ts';
import { block, codes, drawing, type Groups, insert, LINE } from './testing/groups.ts';
import { asciiOf, type Read, readSource } from './testing/reading.ts';

// Content that no program should write, in ASCII and binary.

/** A drawing with a fault, followed by one good line. */
interface Bad {
  readonly groups: Groups;
  /** Reported issues. */
  readonly reported: readonly string[];
  /** Lines that are drawn, including the good one. */
  readonly lines: number;
}

const at = (type: string, ...more: Groups): Groups => [0, type, 8, '0', ...more];
const bad = (
  entities: readonly Groups[],
  reported: readonly string[],
  lines = 1,
  blocks: readonly Groups[] = [],
): Bad => ({
  groups: drawing(blocks, [...entities, LINE]),
  reported,
  lines,
});
const spline = (degree: number, knots: readonly unknown[], weights: readonly unknown[] = [], far = 5): Groups => [
  ...at('SPLINE', 70, 8, 71, degree),
  ...knots.flatMap((knot) => [40, String(knot)]),
  ...weights.flatMap((weight) => [41, String(weight)]),
  ...[0, 0, 1, 2, 3, 1, far, far].flatMap((value, i) => [i % 2 === 0 ? 10 : 20, value]),
];
const EVEN = [0, 0, 0, 0, 1, 1, 1, 1];
const nested = Array.from({ length: 8 }, (_, i) =>
  block(`N${i}`, ...(i === 0 ? [LINE] : Array.from({ length: 10 }, () => insert(`N${i - 1}`)))),
);
const deep = Array.from({ length: 3000 }, (_, i) => block(`D${i}`, i === 0 ? LINE : insert(`D${i - 1}`)));
const holds = block('A', LINE);

const FILES: Readonly<Record<string, Bad>> = {
  'a block in itself': bad([insert('A')], ['block-circle'], 2, [block('A', LINE, insert('A'))]),
  'blocks in a circle': bad([insert('A'), insert('B')], ['block-circle'], 1, [
    block('A', insert('B')),
    block('B', insert('C')),
    block('C', insert('A')),
  ]),
  'ten million nested references': bad([insert('N7')], ['expansion-limit'], 1, nested),
  'references nested 3000 deep': bad([insert('D2999')], ['block-too-deep'], 1, deep),
  'an array of 10^9': bad([insert('A', 70, 1e9, 71, 1e9, 44, 1, 45, 1)], ['expansion-limit'], 1, [holds]),
  'an array of negative size': bad([insert('A', 70, -5, 71, 0)], [], 2, [holds]),
  'a million references to an empty block': bad([insert('E', 70, 1000, 71, 1000)], [], 1, [block('E')]),
  'knots that are not numbers': bad(
    [
      spline(
        3,
        EVEN.map(() => 'nan'),
      ),
    ],
    ['spline-repaired'],
    2,
  ),
  'knots that descend': bad([spline(3, [8, 7, 6, 5, 4, 3, 2, 1])], ['spline-repaired'], 2),
  'knots all alike': bad([spline(3, [1, 1, 1, 1, 1, 1, 1, 1])], ['spline-repaired'], 2),
  'two knots instead of eight': bad([spline(3, [0, 1])], ['spline-repaired'], 2),
  'a degree of 32000': bad([spline(32000, [0, 1])], ['bad-spline']),
  'a degree below zero': bad([spline(-3, [0, 1])], ['bad-spline']),
  'weights of zero': bad([spline(3, EVEN, [0, 0, 0, 0])], ['bad-spline']),
  'weights that are not numbers': bad([spline(3, EVEN, ['nan', 1, 1, 1])], ['bad-spline']),
  'a curve of the largest numbers': bad([spline(3, EVEN, [], 1e300)], [], 2),
  'coordinates that are not numbers': bad(
    [
      at('LINE', 10, 'nan', 20, 0, 11, 1, 21, 1),
      at('LINE', 10, 0, 20, 0, 11, 'inf', 21, 1),
      at('ARC', 10, 0, 20, 0, 40, 1, 50, 'nan', 51, 'inf'),
      at('CIRCLE', 10, 0, 20, 0, 40, 'nan'),
      at('ELLIPSE', 10, 0, 20, 0, 11, 'inf', 21, 0, 40, 'nan', 41, 0, 42, 'inf'),
      at('LWPOLYLINE', 90, 2, 70, 0, 10, 0, 20, 0, 10, 1, 20, 'nan'),
      at('3DFACE', ...[10, 20, 30, 11, 21, 31, 12, 22, 32, 13, 23, 33].flatMap((code) => [code, 'nan'])),
    ],
    ['bad-coordinate', 'bad-radius'],
  ),
  'everything of length 0': bad(
    [
      at('LINE', 10, 1, 20, 1, 30, 1, 11, 1, 21, 1, 31, 1),
      at('LWPOLYLINE', 90, 2, 70, 1, 10, 1, 20, 1, 10, 1, 20, 1),
      at('CIRCLE', 10, 0, 20, 0, 40, 0),
      at('ARC', 10, 0, 20, 0, 40, 0, 50, 0, 51, 0),
      at('RAY', 10, 0, 20, 0, 11, 0, 21, 0),
      at('LINE', 10, 0, 20, 0, 11, 1, 21, 1, 210, 0, 220, 0, 230, 0),
    ],
    ['bad-radius', 'bad-coordinate'],
    4,
  ),
  'the largest numbers': bad(
    [
      at('LINE', 10, 1e300, 20, -1e300, 11, 1, 21, 1),
      at('CIRCLE', 10, 0, 20, 0, 40, 1e300),
      at('ELLIPSE', 10, 0, 20, 0, 11, 1e200, 21, 0, 40, 1, 41, 0, 42, 6.28),
      at('LWPOLYLINE', 90, 2, 70, 0, 10, 0, 20, 0, 42, 1e300, 10, 1, 20, 1),
    ],
    [],
    5,
  ),
  'counts that claim two thousand million': bad(
    [
      at('LWPOLYLINE', 90, 2e9, 70, 0, 10, 0, 20, 0, 10, 1, 20, 1),
      at('MESH', 71, 2, 72, 0, 91, 255, 92, 2e9, 10, 0, 20, 0, 30, 0, 93, 2e9, 90, 2e9, 94, 2e9),
      at('POLYLINE', 66, 1, 70, 16, 71, 32767, 72, 32767),
      at('SEQEND'),
      at('HATCH', 70, 0, 71, 0, 91, 2e9, 92, 0, 93, 2e9, 72, 1, 10, 0, 20, 0, 11, 1, 21, 1, 75, 0),
    ],
    ['mesh-faces-left-out', 'mesh-incomplete'],
    2,
  ),
  'entities without any fields': bad(
    'LINE CIRCLE ARC ELLIPSE SPLINE POLYLINE VERTEX LWPOLYLINE HATCH MPOLYGON TEXT MTEXT INSERT ATTRIB DIMENSION MLINE LEADER MULTILEADER MESH IMAGE 3DFACE RAY XLINE'
      .split(' ')
      .map((type): Groups => [0, type]),
    ['bad-coordinate', 'bad-radius', 'hatch-without-boundary', 'empty-text'],
  ),
};

async function readIn(spelling: 'ascii' | 'binary', groups: Groups): Promise<Read> {
  const bytes = spelling === 'ascii' ? asciiOf(groups, '\r\n') : binaryOf(groups);
  return readSource(new MemorySource(bytes, `bad.${spelling}.dxf`));
}

for (const [name, { groups, reported, lines }] of Object.entries(FILES)) {
  describe(`${name}: reported, and the rest is read, in ASCII and in binary`, () => {
    for (const spelling of ['ascii', 'binary'] as const)
      test(spelling, async () => {
        const spent = process.cpuUsage();
        const read = await readIn(spelling, groups);
        const { user, system } = process.cpuUsage(spent);
        assert.ok(user + system < 2e6, `${spelling}: ${(user + system) / 1e6} s of processor time`);
        assert.equal(read.job.lines.length, lines, spelling);
        for (const code of reported)
          assert.ok(codes(read).includes(code), `${spelling}: ${codes(read)} without ${code}`);
        if (reported.length === 0)
          assert.ok(
            !read.issues.summary().some(({ severity }) => severity === 'warning'),
            `${spelling}: ${codes(read)}`,
          );
        const path = new Path();
        for (let row = 0; row < lines; row++) {
          const { count, coordinates } = read.job.lines.loadPath(row, path);
          for (let i = 0; i < 3 * count; i++)
            if (i % 3 !== 2) assert.ok(Number.isFinite(coordinates[i]!), `${spelling} line ${row}`);
        }
        for (const { type, found, read: drawn, skipped } of read.tally.rows())
          assert.equal(found, drawn + skipped, `${spelling} ${type}`);
      });
  });
}

test('any mixture of line ends, blanks around values and padding with NUL bytes is the same drawing', async () => {
  const groups = drawing([holds], [insert('A'), LINE, at('TEXT', 10, 0, 20, 0, 40, 1, 1, 'a b')]);
  const plain = await readIn('ascii', groups);
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r', '\r\r\n');
  await fc.assert(
    fc.asyncProperty(
      fc.array(lineEnd, { minLength: groups.length, maxLength: groups.length }),
      fc.constantFrom('', ' ', '\t  '),
      fc.nat(5000),
      async (ends, blanks, padding) => {
        // A "\r" before a line end is part of it.
        const text = groups.map((part, i) => `${i % 2 === 0 ? blanks : ''}${part}${ends[i]}`).join('');
        const bytes = new TextEncoder().encode(text + '\0'.repeat(padding));
        const read = await readSource(new MemorySource(bytes, 'mixed.dxf'));
        assert.deepEqual(codes(read), codes(plain));
        assert.deepEqual(read.tally.rows(), plain.tally.rows());
        assert.equal(read.job.texts.text.get(0), 'a b');
        assert.deepEqual(read.job.lines.coordinates.view(), plain.job.lines.coordinates.view());
      },
    ),
    { numRuns: 100 },
  );
});

test('a text of a thousand million bytes in a binary file is refused by the limit recordBytes, in a process that stays small', async () => {
  const head = binaryOf([0, 'SECTION', 2, 'ENTITIES', 0, 'TEXT', 1, '']).slice(0, -1);
  await assertEndlessTextRefused(head);
});
