import assert from 'node:assert/strict';
import test from 'node:test';
import { EOF, type Groups, section } from './testing/groups.ts';
import { type Read, readGroups } from './testing/reading.ts';
import { assertNear, entity, shape } from './testing/shapes.ts';

// What multilines take from their style, which follows them in the file. DXF reference, MLINE and MLINESTYLE.

const vertex = (east: number, ...offsets: number[]): string =>
  `11 ${east} 21 0 31 0 13 0 23 1 33 0 ${offsets.map((offset) => `74 2 41 ${offset} 41 0 75 0`).join(' ')}`;
const mline = (more = ''): Groups =>
  entity(`MLINE 8 0 ${more} 71 1 72 2 73 3 ${vertex(0, 1, 0, -1)} ${vertex(10, 1, 0, -1)}`);
const style = (handle: string, elements: string): Groups =>
  entity(`MLINESTYLE 5 ${handle} 2 ROAD 70 0 62 256 51 90 52 90 71 3 ${elements}`);
const read = (entities: readonly Groups[], objects: readonly Groups[]): Promise<Read> =>
  readGroups([...section('ENTITIES', ...entities), ...section('OBJECTS', ...objects), ...EOF]);
const colours = ({ job }: Read): number[] =>
  Array.from({ length: job.lines.length }, (_, row) => job.lines.colour.get(row));

test('an element of a multiline has the colour of its style, else that of the entity', async () => {
  const road = style('2A', '49 1 62 1 6 BYLAYER 49 0 62 256 6 BYLAYER 49 -1 62 3 420 1193046 6 BYLAYER');
  assert.deepEqual(colours(await read([mline('340 2A')], [road])), [0xff0000, -1, 0x123456]);
  assert.deepEqual(colours(await read([mline('62 5 340 2A')], [road])), [0xff0000, 0x0000ff, 0x123456]);
  // A missing style, one of fewer elements, no style.
  assert.deepEqual(colours(await read([mline('62 5 340 2B')], [road])), [0x0000ff, 0x0000ff, 0x0000ff]);
  assert.deepEqual(colours(await read([mline('340 2A')], [style('2A', '49 1 62 2')])), [0xffff00, -1, -1]);
  assert.deepEqual(colours(await read([mline()], [road])), [-1, -1, -1]);
});

test('infinite lines are clipped at the box of everything else, also of what is drawn late', async () => {
  const lines = [entity('XLINE 8 0 10 0 20 0 11 1 21 0'), mline(), entity('LINE 8 0 10 4 20 0 11 5 21 0')];
  const { vertices } = shape(await read(lines, []), 4);
  assertNear(
    vertices.map(([e, n]) => [e, n]),
    [
      [-1, 0],
      [11, 0],
    ],
  );
});
