import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { imported } from '../../../testing/journeys.ts';
import { drawing, type Groups, insert } from './testing/groups.ts';

const folder = mkdtempSync(join(tmpdir(), 'hidden-layers-'));
after(() => rmSync(folder, { recursive: true }));

const bytesOf = (groups: Groups): Buffer => Buffer.from(`${groups.join('\n')}\n`);
const line = (layer: string): Groups => [0, 'LINE', 8, layer, 10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0];
const reference = (name: string, path: string): Groups => [
  ...[0, 'BLOCK', 8, '0', 2, name, 70, 4, 10, 0, 20, 0, 30, 0, 3, name, 1, path, 0, 'ENDBLK', 8, '0'],
];
const hidden = (name: string): Groups => [0, 'LAYER', 2, name, 70, 1, 62, 7, 6, 'CONTINUOUS'];

it('layers that a drawing hides in what it attaches, and in what that attaches, are hidden in the job', async () => {
  writeFileSync(join(folder, 'deep.dxf'), bytesOf(drawing([], [line('Pipe'), line('Tree')])));
  const site = drawing([reference('deep', 'deep.dxf')], [line('Kerb'), line('Wall'), insert('deep')]);
  writeFileSync(join(folder, 'site.dxf'), bytesOf(site));
  const table = [0, 'TABLE', 2, 'LAYER', 70, 2, ...hidden('XS|Kerb'), ...hidden('deep|Tree'), 0, 'ENDTAB'];
  const host = drawing([reference('XS', 'C:\\x\\site.dxf')], [insert('XS')], [], table);
  const { job } = await imported(bytesOf(host), 'a.dxf', {}, { references: folder });
  const { layers } = job;
  const shown = Array.from({ length: layers.length }, (_, i) => layers.get(i)!).filter(({ visible }) => visible);
  const names = shown.map(({ name }) => name).filter((name) => name.startsWith('site|') && !name.endsWith('|ROAD'));
  assert.deepEqual(names.filter((name) => !name.endsWith('|0')).toSorted(), ['site|Wall', 'site|deep|Pipe']);
});
