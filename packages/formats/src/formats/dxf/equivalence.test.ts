import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import fc from 'fast-check';
import { type ByteSource, MemorySource } from '../../core/byte-source.ts';
import { binaryOf } from './testing/binary.ts';
import type { Groups } from './testing/groups.ts';
import { randomDrawing } from './testing/random-drawing.ts';
import { asciiOf, type Read, readSource } from './testing/reading.ts';

// One drawing in every spelling and from every source: the same job, the same counts, the same issues.

const OPTIONS = { space: 'both', extendedData: true, hidden: true } as const;
const readBytes = (bytes: Uint8Array, options = {}): Promise<Read> =>
  readSource(new MemorySource(bytes, 'a.dxf'), { ...OPTIONS, ...options });

/** All that a user sees of a reading; issues without their place, which is a line in ASCII and an offset in binary. */
function seen({ job, tally, issues, version }: Read): unknown {
  const reported = issues.places().map(({ line: _line, offset: _offset, ...issue }) => issue);
  return structuredClone({ job: plainJob(job), tally: tally.rows(), reported, version });
}
const lines = ({ issues }: Read): unknown => issues.places().map(({ code, line, handle }) => [code, line, handle]);

/** Returns a limited number of bytes per read, like a network. */
function inPieces(bytes: Uint8Array, sizes: readonly number[]): ByteSource {
  let asked = 0;
  return {
    name: 'pieces.dxf',
    size: bytes.length,
    readInto: (target, at, length, position) => {
      const once = length <= 4096 ? length : sizes[asked++ % sizes.length]!;
      const most = Math.min(length, once, bytes.length - position);
      if (most <= 0) return 0;
      target.set(bytes.subarray(position, position + most), at);
      return most;
    },
    close: () => {},
  };
}

test('a drawing is the same in ASCII and in both kinds of binary files', async () => {
  await fc.assert(
    fc.asyncProperty(randomDrawing(), async (groups) => {
      const expected = seen(await readBytes(asciiOf(groups)));
      for (const width of ['wide', 'narrow'] as const)
        assert.deepEqual(seen(await readBytes(binaryOf(groups, width))), expected, width);
    }),
    { numRuns: 120 },
  );
});

test('a drawing is the same in pieces of any size, and so are the lines and offsets of its issues', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(randomDrawing(), sizes, fc.constantFrom('\n', '\r\n', '\r'), async (groups, pieces, lineEnd) => {
      for (const bytes of [asciiOf(groups, lineEnd), binaryOf(groups)]) {
        const [whole, cut] = [await readBytes(bytes), await readSource(inPieces(bytes, pieces), OPTIONS)];
        assert.deepEqual(seen(cut), seen(whole));
        assert.deepEqual(cut.issues.places(), whole.issues.places());
      }
    }),
    { numRuns: 60 },
  );
});

/** Indices at which entities of a drawing begin. */
const starts = (groups: Groups): number[] => groups.flatMap((code, i) => (i % 2 === 0 && code === 0 ? [i] : []));

test('comments, blanks, leading zeros and plus signs, application data, an unknown group: the drawing stays the same', async () => {
  const inserted = fc.constantFrom<Groups>(
    [999, 'a comment'],
    [102, '{APP', 10, 99, 8, 'NOT', 1, 'x', 102, '}'],
    [100, 'AcDbSomething'],
    [330, 'FFFF'],
    [1001, 'ACAD', 1010, 5, 1020, 6, 1030, 7],
  );
  await fc.assert(
    fc.asyncProperty(randomDrawing(4), inserted, fc.nat(), async (groups, more, drawn) => {
      const plain = await readBytes(asciiOf(groups), { extendedData: false });
      const from = groups.indexOf('ENTITIES');
      // Ends of entities, where any of them may be inserted.
      const ends = starts(groups).filter((at) => at > from + 2 && groups[at + 1] !== 'EOF');
      const at = ends[drawn % ends.length]!;
      const dressed = [...groups.slice(0, at), ...more, ...groups.slice(at)];
      assert.deepEqual(seen(await readBytes(asciiOf(dressed), { extendedData: false })), seen(plain));
      const spelled = groups.map((part, i) =>
        i % 2 === 0 ? String(part).padStart(6) : typeof part === 'number' && part > 0 ? `  +${part} ` : part,
      );
      assert.deepEqual(lines(await readBytes(asciiOf(spelled), { extendedData: false })), lines(plain));
      assert.deepEqual(seen(await readBytes(asciiOf(spelled), { extendedData: false })), seen(plain));
    }),
    { numRuns: 80 },
  );
});

test('sections in any order, with unknown ones among them, are the same drawing', async () => {
  await fc.assert(
    fc.asyncProperty(randomDrawing(5), fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), async (groups, keys) => {
      const sections: Groups[] = [];
      for (let at = 0; groups[at + 1] !== 'EOF'; ) {
        const end = groups.indexOf('ENDSEC', at) + 1;
        sections.push(groups.slice(at, end));
        at = end;
      }
      sections.push([0, 'SECTION', 2, 'THUMBNAILIMAGE', 90, 5, 0, 'LINE', 10, 1, 20, 1, 11, 2, 21, 2, 0, 'ENDSEC']);
      const mixed = sections
        .map((section, i) => [keys[i % 5]!, section] as const)
        .sort(([a], [b]) => a - b)
        .map(([, section]) => section);
      assert.deepEqual(
        seen(await readBytes(asciiOf([...mixed.flat(), 0, 'EOF']))),
        seen(await readBytes(asciiOf(groups))),
      );
    }),
    { numRuns: 80 },
  );
});

describe('numbers of binary kinds: integers up to their limits, doubles bit for bit', () => {
  const values = [0.1, -1e300, 5e-324, 4468000.1234567, Number.MAX_VALUE];
  for (const value of values) {
    test(`${value}`, async () => {
      const groups: Groups = [
        0,
        'SECTION',
        2,
        'ENTITIES',
        0,
        'POINT',
        8,
        '0',
        10,
        value,
        20,
        1,
        62,
        255,
        420,
        0x7fffff,
        0,
        'ENDSEC',
        0,
        'EOF',
      ];
      for (const bytes of [asciiOf(groups), binaryOf(groups), binaryOf(groups, 'narrow')]) {
        const { job } = await readBytes(bytes);
        assert.equal(job.points.easting(0), value);
        assert.equal(job.points.colour.get(0), 0x7fffff);
      }
    });
  }
});

test('a binary file cut anywhere gives the complete entities before the cut, in order', async () => {
  const point = (i: number): Groups => [0, 'POINT', 5, (256 + i).toString(16), 8, '0', 10, i, 20, 2 * i];
  const groups: Groups = [
    0,
    'SECTION',
    2,
    'ENTITIES',
    ...Array.from({ length: 6 }, (_, i) => point(i)).flat(),
    0,
    'ENDSEC',
    0,
    'EOF',
  ];
  for (const width of ['wide', 'narrow'] as const) {
    const bytes = binaryOf(groups, width);
    // Before the first entity begins it is not a drawing yet.
    const head = binaryOf(groups.slice(0, 6), width).length;
    let before = 0;
    for (let size = head; size <= bytes.length; size++) {
      const { job, issues } = await readBytes(bytes.subarray(0, size));
      const eastings = Array.from({ length: job.points.length }, (_, row) => job.points.easting(row));
      assert.deepEqual(eastings, [0, 1, 2, 3, 4, 5].slice(0, eastings.length), `${width} ${size}`);
      assert.ok(eastings.length >= before, `${width} ${size}`);
      before = eastings.length;
      const ends = issues.count('no-end-of-file') + issues.count('missing-value');
      assert.equal(ends, size === bytes.length ? 0 : 1, `${width} ${size}: the end is reported once`);
    }
    assert.equal(before, 6);
  }
});
