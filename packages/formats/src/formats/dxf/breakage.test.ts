import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import { binaryOf } from './testing/binary.ts';
import type { Groups } from './testing/groups.ts';
import { randomDrawing } from './testing/random-drawing.ts';
import { asciiOf, entitiesOf, type Read, readGroups, readSource } from './testing/reading.ts';
import { entity } from './testing/shapes.ts';

// Damage of every kind at every place: nothing fails without a code, counts add up, everything drawn is finite, and
// intact entities before and after the fault are drawn.

const OPTIONS = { space: 'both', hidden: true } as const;
/** Two lines unlike all others, before and after everything else. */
const FIRST = entity('LINE 5 FFFE 8 FIRST 10 1 20 2 30 3 11 4 21 5 31 6');
const LAST = entity('LINE 5 FFFF 8 LAST 10 1 20 2 30 3 11 4 21 5 31 6');

/** A drawing with the two lines around its entities. */
function framed(groups: Groups): { groups: Groups; from: number; to: number } {
  const from = groups.lastIndexOf('ENTITIES') + 1;
  const to = groups.lastIndexOf('ENDSEC') - 1;
  const all = [...groups.slice(0, from), ...FIRST, ...groups.slice(from, to), ...LAST, ...groups.slice(to)];
  return { groups: all, from: from + FIRST.length, to: to + FIRST.length };
}

function assertSound(read: Read, what: string): void {
  const { job, tally, issues } = read;
  for (const { type, found, read: drawn, skipped } of tally.rows())
    assert.equal(found, drawn + skipped, `${what}: ${type}`);
  const path = new Path();
  for (const table of [job.lines, job.areas]) {
    for (let row = 0; row < table.length; row++) {
      const { count, coordinates, bulges } = table.loadPath(row, path);
      assert.ok(count > 0, what);
      for (let i = 0; i < count; i++) {
        const [e, n, z] = [coordinates[3 * i]!, coordinates[3 * i + 1]!, coordinates[3 * i + 2]!];
        assert.ok(
          Number.isFinite(e + n) && Math.abs(z) !== Infinity && Number.isFinite(bulges[i]),
          `${what}: ${e} ${n} ${z}`,
        );
      }
    }
  }
  for (let row = 0; row < job.points.length; row++)
    assert.ok(Number.isFinite(job.points.easting(row) + job.points.northing(row)), what);
  for (let row = 0; row < job.texts.length; row++) {
    const { easting, northing, rotation, height } = job.texts.label(row);
    assert.ok(Number.isFinite(easting + northing + rotation + height), what);
  }
  const { length } = tally.rows().filter(({ skipped }) => skipped > 0);
  assert.ok(length === 0 || issues.summary().length > 0, `${what}: skipped silently`);
  for (const { code, text } of issues.places())
    assert.ok(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code) && text.length > 10, `${what}: ${code}`);
}

/** Which of the two lines are in the result. */
function frames({ job }: Read): string {
  const names = Array.from({ length: job.lines.length }, (_, row) => job.layers.name(job.lines.layer.get(row)));
  return ['FIRST', 'LAST'].filter((name) => names.includes(name)).join(' ');
}

const TRASH = [
  '',
  'x',
  'nan',
  'inf',
  '-1',
  '0',
  '1e308',
  '-1e308',
  '1e400',
  '2147483648',
  '99999999999999999999',
  '{',
  '\u0000',
  'ENDSEC2',
  'A'.repeat(3000),
] as const;

test('an arbitrary value: the drawing around it is read', async () => {
  await fc.assert(
    fc.asyncProperty(randomDrawing(5), fc.nat(), fc.constantFrom(...TRASH), async (drawn, where, trash) => {
      const { groups, from, to } = framed(drawn);
      const at = from + 2 * (where % ((to - from) / 2)) + 1;
      const broken = groups.with(at, trash);
      const read = await readGroups(broken, OPTIONS);
      assertSound(read, `${groups[at - 1]} = ${trash}`);
      assert.equal(frames(read), 'FIRST LAST', `${groups[at - 1]} = ${trash}`);
    }),
    { numRuns: 300 },
  );
});

test('a group that is missing, repeated, moved or of another code: the drawing around it is read', async () => {
  const how = fc.constantFrom('gone', 'twice', 'moved', 'other code', 'unknown code', 'huge code');
  await fc.assert(
    fc.asyncProperty(randomDrawing(5), fc.nat(), fc.nat(), how, async (drawn, where, towards, change) => {
      const { groups, from, to } = framed(drawn);
      const at = from + 2 * (where % ((to - from) / 2));
      const other = from + 2 * (towards % ((to - from) / 2));
      const pair = groups.slice(at, at + 2);
      let broken = groups.toSpliced(at, 2);
      if (change === 'twice') broken = groups.toSpliced(at, 0, ...pair);
      else if (change === 'moved') broken.splice(other, 0, ...pair);
      else if (change === 'other code') broken = groups.with(at, groups[other]!);
      else if (change === 'unknown code') broken = groups.with(at, 1072);
      else if (change === 'huge code') broken = groups.with(at, '32768');
      const read = await readGroups(broken, OPTIONS);
      assertSound(read, change);
      // An impossible code makes one line too many, and its value may be taken for a code.
      if (change !== 'huge code') assert.equal(frames(read), 'FIRST LAST', `${change} ${pair}`);
      else assert.ok(frames(read).startsWith('FIRST'), `${change} ${pair}`);
    }),
    { numRuns: 300 },
  );
});

test('a missing or an extra line: everything before it is read, and the reader recovers', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomDrawing(5),
      fc.nat(),
      fc.constantFrom('gone', 'empty', 'word', 'number'),
      async (drawn, where, change) => {
        const { groups, from, to } = framed(drawn);
        const at = from + (where % (to - from));
        const more = { gone: [], empty: [''], word: ['trash'], number: ['17'] }[change];
        const broken = change === 'gone' ? groups.toSpliced(at, 1) : groups.toSpliced(at, 0, ...more);
        let read: Read;
        try {
          read = await readGroups(broken, OPTIONS);
        } catch (error) {
          assert.ok(error instanceof FormatError || error instanceof LimitError, String(error));
          return;
        }
        assertSound(read, `${change} at ${at}`);
        assert.ok(frames(read).startsWith('FIRST'), `${change} at ${at}`);
      },
    ),
    { numRuns: 300 },
  );
});

test('arbitrary bytes in a binary file end the reading or are read as values', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomDrawing(4),
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (drawn, where, trash, wide) => {
        const { groups } = framed(drawn);
        const bytes = Buffer.from(binaryOf(groups, wide ? 'wide' : 'narrow'));
        bytes.set(trash.subarray(0, bytes.length - 22), 22 + (where % Math.max(1, bytes.length - 22 - trash.length)));
        try {
          assertSound(await readSource(new MemorySource(bytes, 'a.dxf'), OPTIONS), 'binary');
        } catch (error) {
          assert.ok(error instanceof FormatError || error instanceof LimitError, String(error));
        }
      },
    ),
    { numRuns: 300 },
  );
});

describe('very long names, and names of JavaScript properties, are ordinary names of types, blocks and layers', () => {
  for (const name of [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'X'.repeat(100_000),
    '\u0001',
    '*',
    'LINE\u0000',
  ])
    test(JSON.stringify(name), async () => {
      const groups = [
        ...[
          0,
          'SECTION',
          2,
          'TABLES',
          0,
          'TABLE',
          2,
          'LAYER',
          0,
          'LAYER',
          2,
          name,
          62,
          1,
          70,
          0,
          0,
          'ENDTAB',
          0,
          'ENDSEC',
        ],
        ...[0, 'SECTION', 2, 'BLOCKS', 0, 'BLOCK', 2, name, 10, 0, 20, 0, ...FIRST, 0, 'ENDBLK', 0, 'ENDSEC'],
        ...entitiesOf([0, name, 8, name, 10, 1, 20, 1], entity('INSERT 10 0 20 0', 8, name, 2, name), [...LAST]),
      ];
      const read = await readGroups(groups);
      assertSound(read, name.slice(0, 20));
      assert.equal(frames(read), 'FIRST LAST', name.slice(0, 20));
    });
});

test('sections that are nested, repeated, unnamed or unended are read as far as possible', async () => {
  const lines = async (...groups: Groups): Promise<[number, string[]]> => {
    const { job, issues } = await readGroups(groups);
    return [
      job.lines.length,
      issues
        .summary()
        .map(({ code }) => code)
        .filter((code) => code !== 'layer-undefined'),
    ];
  };
  const section = [0, 'SECTION', 2, 'ENTITIES'];
  const end = [0, 'ENDSEC'];
  assert.deepEqual(await lines(...section, ...FIRST, ...end, ...section, ...LAST, ...end, 0, 'EOF'), [2, []]);
  assert.deepEqual(await lines(...section, ...FIRST, ...section, ...LAST, ...end, 0, 'EOF'), [2, []]);
  assert.deepEqual(await lines(...section, ...FIRST, ...LAST, 0, 'EOF'), [2, []]);
  assert.deepEqual(await lines(...section, ...FIRST, ...LAST), [2, ['no-end-of-file']]);
  assert.deepEqual(await lines(0, 'SECTION', 0, 'SECTION', 2, 'ENTITIES', ...FIRST, ...end, 0, 'EOF'), [1, []]);
  assert.deepEqual(await lines(...end, ...end, ...section, ...FIRST, ...end, 0, 'EOF'), [1, []]);
  assert.deepEqual(await lines(...section, 62, 5, 8, 'STRAY', ...FIRST, ...end, 0, 'EOF'), [1, []]);
  assert.deepEqual(await lines(0, 'SECTION', 2, 'entities', ...FIRST, ...end, 0, 'EOF'), [1, []]);
  assert.deepEqual(await lines(...section, ...FIRST, ...end, 0, 'EOF', ...section, ...LAST, ...end), [
    1,
    ['data-behind-end'],
  ]);
});

test('a drawing cut anywhere, in ASCII or binary, keeps the first line and counts only what it draws', async () => {
  const [groups] = fc.sample(randomDrawing(6), { numRuns: 1, seed: 5 });
  const whole = framed(groups!).groups;
  const before = asciiOf(whole.slice(0, whole.lastIndexOf('ENTITIES') + 1 + FIRST.length + 2)).length;
  const bytes = asciiOf(whole);
  for (let size = before; size < bytes.length; size += 7) {
    const read = await readSource(new MemorySource(bytes.subarray(0, size), 'a.dxf'), OPTIONS);
    assertSound(read, `${size}`);
    assert.ok(frames(read).startsWith('FIRST'), `${size}`);
  }
});
