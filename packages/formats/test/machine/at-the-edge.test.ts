import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemorySource } from '../../src/core/byte-source.ts';
import { LimitError } from '../../src/core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../src/core/limits.ts';
import { readNodes } from '../../src/formats/machine/node-list.ts';
import { Problems } from '../../src/formats/machine/problem.ts';
import { doubles, HandMade, type HandNode, record, u16, u32, utf16 } from '../../testing/machine/hand-made.ts';
import { type ReadResult, readWith } from '../../testing/machine/support.ts';

const NONE = 0xfffffffe;
const NO_VALUE = 2e-308;
const ALIGNMENT_RECORD = 336;

const start: HandNode = [1, record(48, doubles(0, 2000, 1000, NO_VALUE, 0, 0, 15.24))];
const straight = (length: number): HandNode => [2, record(16, doubles(0, 0, length))];
const curve = (radius: number, length: number): HandNode => [4, record(28, u32(0, 1), doubles(4, radius, length, 0))];

/** A TP3 of one alignment whose lists of elements and vertical points begin at these offsets. */
function withLists(made: HandMade, horizontal: number, vertical = NONE): Buffer {
  const lists = [horizontal, vertical, NONE, NONE].flatMap((at, i) => [
    u16(6 * i, [1, 2, 5, 3][i]!),
    u32(6 * i + 2, at),
  ]);
  return made.table(19, [record(ALIGNMENT_RECORD, ...lists, utf16(60, 'A'))], 1).build().file;
}
const control = (name: string, ...residuals: readonly number[]): Buffer =>
  record(264, utf16(0, name), utf16(66, ''), doubles(196, 0, 0, NO_VALUE, 200, 100, 7, ...residuals), u32(260, 0x40));
const plane = (name: string, elevation = 50): Buffer =>
  record(374, utf16(0, name), u16(132, 1), u16(134, 0x21f), doubles(140, 100, 200, elevation, 0, 0, 0, 10, 1));

describe('the elements of an alignment', () => {
  it('may be shorter than a metre: curves in plan and in the profile', async () => {
    const made = new HandMade('TP3', 2, 19);
    const horizontal = made.list(start, curve(0.5, 0.25), straight(0.125));
    const vertical = made.list([13, record(24, doubles(0, 10, 5, 0.5))]);
    const [axis] = (await readWith('tp3', withLists(made, horizontal, vertical))).job.alignments;
    assert.deepEqual(
      axis!.horizontal.map(({ kind, length, startRadius }) => [kind, length, Math.abs(startRadius)]),
      [
        ['arc', 0.25, 0.5],
        ['straight', 0.125, Infinity],
      ],
    );
    assert.deepEqual(
      axis!.vertical.map(({ curve: kind, length }) => [kind, length]),
      [['parabola', 0.5]],
    );
  });

  it('may end with the last byte of the file, and not after it', async () => {
    const empty = withLists(new HandMade('TP3', 2, 19), NONE);
    const file = withLists(new HandMade('TP3', 2, 19), empty.length);
    const nodes = [start, straight(50)].map(([type, payload], i) => {
      const head = record(18, u16(0, type), u16(2, 18), u16(6, payload.length));
      head.writeUInt32LE(i === 0 ? file.length + 18 + payload.length : NONE, 10);
      return Buffer.concat([head, payload]);
    });
    const whole = Buffer.concat([file, ...nodes]);
    const { job, issues } = await readWith('tp3', whole);
    assert.deepEqual(
      job.alignments[0]!.horizontal.map(({ length }) => length),
      [50],
    );
    assert.equal(issues.has('error'), false);
    const cut = await readWith('tp3', whole.subarray(0, -1));
    assert.deepEqual([cut.job.alignments[0]!.horizontal.length, cut.issues.count('node-not-a-node')], [0, 1]);
  });

  it('are limited to a hundred thousand', () => {
    const size = 18 + 16;
    for (const [count, codesExpected] of [
      [100_000, []],
      [100_001, ['node-loop']],
    ] as const) {
      const bytes = Buffer.alloc(size * (count + 1));
      for (let at = size; at < bytes.length; at += size) {
        bytes.writeUInt16LE(2, at);
        bytes.writeUInt16LE(18, at + 2);
        bytes.writeUInt16LE(16, at + 6);
        bytes.writeUInt32LE(at + size < bytes.length ? at + size : NONE, at + 10);
      }
      const codes: string[] = [];
      const problems = new Problems(({ code }) => codes.push(code));
      const nodes = readNodes(new MemorySource(bytes), size, 'list', problems, new Set());
      assert.deepEqual([nodes.length, codes], [100_000, codesExpected]);
    }
  });
});

describe('control points and planes', () => {
  const read = (
    limit: number | Partial<Limits>,
    ...tables: readonly (readonly [id: number, records: Buffer[]])[]
  ): Promise<ReadResult> => {
    const made = new HandMade('TP3', 2, 19);
    for (const [id, records] of tables) made.table(id, records, 32);
    const limits = typeof limit === 'number' ? { features: limit } : limit;
    return readWith('tp3', made.build().file, 'a.tp3', { limits: { ...DEFAULT_LIMITS, ...limits } });
  };
  const CONTROLS = [control('a', NO_VALUE, NO_VALUE), control('b', NO_VALUE, NO_VALUE)];

  it('without residuals have no issue: only their lengths are left out', async () => {
    const { issues } = await read(10, [15, CONTROLS]);
    assert.equal(issues.count('control-residual-length'), 0);
    const withResidual = await read(10, [15, [...CONTROLS, control('c', 0.01, NO_VALUE)]]);
    assert.equal(withResidual.issues.count('control-residual-length'), 1);
  });

  describe('count one by one against the limits of features and vertices, and have the source of the file', () => {
    for (const [id, records] of [
      [15, CONTROLS],
      [20, [plane('p'), plane('q')]],
    ] as const)
      it(String(id), async () => {
        const { job } = await read(2, [id, [...records]]);
        const things = [...job.controlPoints, ...job.planes];
        assert.deepEqual(
          things.map(({ source }) => source),
          [-1, -1],
        );
        await read({ vertices: 2 }, [id, [...records]]);
        for (const limit of [1, { vertices: 1 }]) await assert.rejects(read(limit, [id, [...records]]), LimitError);
      });
  });

  it('are counted as found, read or skipped', async () => {
    const { tally, job } = await read(10, [15, CONTROLS], [20, [plane('p'), plane('q', Number.NaN), plane('r')]]);
    const counts = tally.rows().map(({ found, read: taken, skipped }) => [found, taken, skipped]);
    assert.ok(counts.some((row) => row.join() === '3,2,1') && counts.some((row) => row.join() === '2,2,0'));
    assert.deepEqual(
      job.planes.map(({ name }) => name),
      ['p', 'r'],
    );
  });
});
