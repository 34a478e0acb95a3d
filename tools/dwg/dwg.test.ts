import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dwg } from '@fieldbridge/formats/formats/dwg/format.ts';
import { fullJob } from '@fieldbridge/formats/formats/dxf/testing/full-job.ts';
import { writeWith } from '@fieldbridge/formats/testing/run-format.ts';
import { acadEntities } from './acad-ts.ts';
import { dxfCounts, dxfEntities } from './dxf-text.ts';
import { missingIn } from './entities.ts';

/** A drawing of these groups, "code value" each, in the section of entities. */
const drawing = (...groups: readonly string[]): string =>
  ['0 SECTION', '2 ENTITIES', ...groups, '0 ENDSEC', '0 EOF'].map((group) => group.replace(' ', '\n')).join('\r\n');

test('the groups of a DXF are entities with places', () => {
  for (const [groups, expected] of [
    [['0 LINE', '10 1', '20 2', '11 3.5', '21 4', '31 -0'], ['LINE 1 2 0 3.5 4 0']],
    [['0 CIRCLE', '10 1', '20 2', '30 3', '40 4'], ['CIRCLE 1 2 3 4']],
    [['0 POINT', '67 1', '10 1', '20 2'], []],
    [['0 LWPOLYLINE', '10 1', '20 2', '42 0.5', '10 3', '20 4'], ['LWPOLYLINE 1 2 0.5 3 4 0']],
    [['0 POLYLINE', '0 VERTEX', '10 1', '20 2', '30 3', '0 SEQEND'], ['POLYLINE 1 2 3']],
    [['0 HATCH', '10 0', '93 1', '10 1', '20 2', '75 0', '10 9'], ['HATCH 1 2 0']],
  ] as const)
    assert.deepEqual(dxfEntities(drawing(...groups)), expected);
  assert.deepEqual(
    [...dxfCounts(drawing('0 LINE', '0 LINE', '0 ARC'))],
    [
      ['LINE', 2],
      ['ARC', 1],
    ],
  );
});

test('missing entities are found, counting repeats', () => {
  assert.deepEqual(missingIn(['A', 'A', 'B'], ['A', 'C']), ['A', 'B']);
});

test('a line that was moved is a difference', async () => {
  const { result } = await writeWith(dwg, fullJob(), { options: { version: '2018' } });
  const found = acadEntities(result);
  const line = found.find((entity) => entity.startsWith('LINE 4468000 5334000 1 '))!;
  const moved = found.map((entity) => (entity === line ? line.replace('4468000', '4468001') : entity));
  assert.deepEqual(missingIn(found, moved), [line]);
});
