import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readWith } from '../../../../testing/run-format.ts';
import { FormatError, LimitError } from '../../../core/failure.ts';
import { dgn } from '../format.ts';
import { putInt32, putUint16 } from './numbers.ts';
import {
  arc,
  cellNamed,
  complex,
  controlBlock,
  element,
  ellipse,
  fileOf,
  HEAD,
  line,
  listed,
  type Parts,
  read,
  scaled,
  spline,
  textOf,
} from './testing/elements.ts';

const places = [
  [0, 0],
  [5, 0],
  [5, 5],
  [0, 5],
  [2, 2],
  [1, 1],
];
/** One element of each kind that is drawn. */
const kinds: readonly Parts[] = [
  line([0, 0], [1, 1]),
  listed(4, places),
  listed(6, places),
  listed(11, places),
  listed(22, places),
  ellipse([0, 0], [5, 3]),
  arc([0, 0], [5, 5], [0, 90]),
  textOf([0, 0], 'text'),
];

describe('incomplete elements of V7', () => {
  describe('are skipped and reported, at any length that is too short, and affect nothing else', () => {
    for (const kind of kinds)
      it(`of type ${kind.type}`, async () => {
        const whole = element(kind);
        for (let words = 2; words < whole.length / 2; words++) {
          const short = whole.slice(0, 2 * words);
          putUint16(short, 2, words - 2);
          const { job, issues, tally } = await read(short, line([8, 8], [9, 9]));
          const rows = tally.rows().filter(({ type }) => !type.startsWith('9 '));
          assert.equal(
            rows.reduce((sum, row) => sum + row.found, 0),
            2,
          );
          for (const row of rows) assert.equal(row.found, row.read + row.skipped);
          // A text element ends in room for its characters.
          assert.equal(issues.count('dgn-element-short'), 1, `${kind.type} of ${words} words`);
          assert.equal(job.lines.length, 1, `the line behind ${kind.type}`);
        }
      });
  });

  it('include those with counts beyond their data', async () => {
    for (const type of [4, 6, 11, 22]) {
      const lying = element(listed(type, places));
      for (const count of [places.length + 1, 1000, 0xffff]) {
        putUint16(lying, 36, count);
        const { issues, job } = await read(lying);
        assert.equal(issues.count('dgn-element-short'), 1, `${type} of ${count}`);
        assert.equal(job.lines.length + job.areas.length + job.points.length, 0);
      }
    }
    const empty = await read(listed(4, []), listed(6, []));
    assert.equal(empty.issues.count('dgn-no-vertex'), 2, 'no vertex at all');
    const words = element(textOf([0, 0], 'text'));
    words[58] = 200;
    assert.equal((await read(words)).issues.count('dgn-element-short'), 1);
  });

  it('include impossible B-splines: they are reported and counted as skipped', async () => {
    const two = [
      [0, 0],
      [5, 5],
    ];
    for (const [what, parts] of [
      ['fewer poles than its order needs', spline(4, 0, two)],
      ['no poles', spline(4, 0, [])],
      ['weights of nothing', spline(3, 0x40, places, scaled(28, 0, 0, 0, 0, 0, 0))],
      ['knots that fall', spline(3, 0, places, scaled(26, 0.9, 0.2, 0.1))],
    ] as const) {
      const { job, issues, tally } = await read(...parts, line([8, 8], [9, 9]));
      assert.equal(job.lines.length, 1, what);
      assert.equal(issues.count('dgn-spline'), 1, what);
      const { found, read: taken, skipped } = tally.of('27 B-spline curve');
      assert.deepEqual([found, taken, skipped], [1, 0, 1], what);
    }
  });
});

describe('what is behind the end mark of V7', () => {
  const BLOCK = 512;
  const END_MARK = Uint8Array.of(0xff, 0xff);
  const elements = fileOf([line([0, 0], [1, 1])]);
  for (const [what, rest, count] of [
    ['nothing', [], 0],
    ['what fills the last block', element(line([2, 2], [3, 3])), 0],
    ['empty blocks', new Uint8Array(3 * BLOCK), 0],
    ['an element beyond the last block', [...new Uint8Array(BLOCK), ...element(line([2, 2], [3, 3]))], 1],
    ['an element far beyond it', [...new Uint8Array(3_000_000), ...element(line([2, 2], [3, 3]))], 1],
  ] as const)
    it(`${what}: ${count === 0 ? 'not reported' : 'reported'}`, async () => {
      const head = elements.subarray(0, elements.length - END_MARK.length);
      const { job, issues } = await readWith(dgn, Buffer.concat([head, END_MARK, Uint8Array.from(rest)]));
      assert.equal(job.lines.length, 1);
      assert.equal(issues.count('dgn-behind-end'), count);
      assert.equal(issues.count('dgn-no-end'), 0);
    });
  it('which is missed where the file was cut between two elements, or within the mark', async () => {
    for (const end of [elements.length - END_MARK.length, elements.length - 1]) {
      const { job, issues } = await readWith(dgn, elements.slice(0, end));
      assert.deepEqual([job.lines.length, issues.count('dgn-no-end')], [1, 1]);
    }
  });
});

describe('complex elements of V7 with wrong fields', () => {
  describe('about their length: their components are still drawn, once', () => {
    for (const words of [0, 1, 20, 0x7fff, 0xffff])
      it(String(words), async () => {
        const cell = complex(2, cellNamed('CELL'), line([0, 0], [1, 1]), line([2, 2], [3, 3]));
        putUint16(cell, 36, words);
        const { job } = await read(cell, line([8, 8], [9, 9]));
        assert.equal(job.lines.length, 3, `${words} words`);
        assert.equal(job.lines.block.get(2), '', 'an element that is not a component ends every cell');
      });
  });

  it('within each other end at the limit of depth', async () => {
    const header = element({ type: 2, body: new Uint8Array(92 - 36) });
    putUint16(header, 36, 0xffff);
    header[0] = header[0]! | 0x80;
    await read(...Array.from({ length: 60 }, () => header), line([0, 0], [1, 1], { isComponent: true }));
    await assert.rejects(
      read(...Array.from({ length: 70 }, () => header)),
      (error) => error instanceof LimitError && error.limit === 'depth',
    );
  });

  it('chains without components, or with unsuitable ones, give no line', async () => {
    const { job, tally } = await read(
      complex(12, new Uint8Array(10)),
      complex(14, new Uint8Array(10), textOf([0, 0], 'a')),
      line([8, 8], [9, 9]),
    );
    assert.deepEqual([job.lines.length, job.areas.length, job.texts.length], [1, 0, 1]);
    assert.equal(tally.of('12 complex chain').found, 1);
  });
});

describe('a V7 file cut at any byte', () => {
  it('is refused with a code inside the control block, and read up to the cut after it', async () => {
    const file = fileOf([...kinds, complex(2, cellNamed('A'), line([0, 0], [1, 1])), ...spline(4, 0, places)]);
    let most = 0;
    for (let length = 0; length < file.length; length += length < HEAD.length - 40 ? 97 : 1) {
      const reading = readWith(dgn, file.subarray(0, length));
      if (length < HEAD.length) {
        await assert.rejects(
          reading,
          (error) => error instanceof FormatError && /^(unexpected-end|dgn-no-control-block)$/.test(error.code),
          `${length} bytes`,
        );
        continue;
      }
      const { job, issues, tally } = await reading;
      const features = job.lines.length + job.areas.length + job.points.length + job.texts.length;
      assert.ok(features >= most, 'more bytes are never fewer features');
      most = features;
      for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
      for (const { severity, offset } of issues.places()) if (severity === 'error') assert.ok(offset! < length);
    }
    // Two lines, a line string, a curve, an arc, a spline; six points; a shape and an ellipse; a text.
    assert.equal(most, 6 + 6 + 2 + 1);
  });

  it('or changed in any two bytes, 2-D or 3-D, is read with issues or refused with a code', async () => {
    const elements = [
      ...kinds,
      complex(12, new Uint8Array(10), line([0, 0], [1, 1]), line([1, 1], [2, 0])),
      ...spline(4, 0x40, places, scaled(28, 1, 1, 1, 1, 1, 1)),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 2 }),
        async (is3d, changes) => {
          const file = fileOf(elements, controlBlock(is3d));
          for (const [at, byte] of changes) file[Math.min(file.length - 1, 1100 + at)] = byte;
          try {
            const { tally } = await readWith(dgn, file);
            for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
          } catch (error) {
            assert.ok(error instanceof FormatError, String(error));
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('numbers of V7 at their limits', () => {
  it('positions reach from one end of 32 bits to the other', async () => {
    const far = element(line([0, 0], [1, 1]));
    putInt32(far, 36, -(2 ** 31));
    putInt32(far, 44, 2 ** 31 - 1);
    const { job } = await read(far);
    const { coordinates } = job.lines;
    // (−2147483648 + 5000) ÷ 1000 and (2147483647 + 5000) ÷ 1000.
    assert.deepEqual([coordinates.get(0), coordinates.get(3)], [-2_147_478.648, 2_147_488.647]);
  });

  it('arcs with radius 0, negative radii or more than a full circle are drawn or reported', async () => {
    const { job, tally } = await read(
      arc([0, 0], [0, 0], [0, 90]),
      arc([0, 0], [-5, -5], [0, 90]),
      arc([0, 0], [5, 5], [0, 1000]),
      ellipse([0, 0], [0, 0]),
    );
    for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
    for (let row = 0; row < job.lines.length; row++)
      for (let i = 0; i < 2; i++) assert.ok(Number.isFinite(job.lines.coordinates.get(3 * row + i)));
  });
});
