import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Feature, JobBuilder, labelOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { readFile } from './testing/reading.ts';
import { withFolder, writeTo } from './testing/writing.ts';

test('a text of several lines hangs below, stands around or stands above its place in R12, too', async () => {
  const places = async (verticalJustification: 'top' | 'middle' | 'bottom'): Promise<number[]> =>
    withFolder(async (folder) => {
      const builder = new JobBuilder();
      builder.text(new Feature(), labelOf('a\nb\nc', 0, 0, { height: 3, verticalJustification }));
      await writeTo(join(folder, 'x.dxf'), builder.job, { version: 'R12' });
      const { texts } = (await readFile(join(folder, 'x.dxf'))).job;
      return [0, 1, 2].map((row) => texts.label(row).northing);
    });
  assert.deepEqual(await places('top'), [0, -5, -10]);
  assert.deepEqual(await places('middle'), [5, 0, -5]);
  assert.deepEqual(await places('bottom'), [10, 5, 0]);
});

test('colours that have an index are written by it alone: white turns black on paper', async () => {
  await withFolder(async (folder) => {
    const builder = new JobBuilder();
    const feature = new Feature();
    for (const colour of [0xffffff, 0xff0000, 0x123456]) {
      feature.colour = colour;
      builder.point(feature, 0, 0, 0);
    }
    const path = join(folder, 'x.dxf');
    await writeTo(path, builder.job, { version: '2018' });
    const colours = readFileSync(path, 'latin1')
      .split('ENTITIES')[1]!
      .match(/\n *(62|420)\r?\n *\d+/g);
    assert.deepEqual(
      colours?.map((group) => group.trim().split(/\s+/).map(Number)),
      [
        [62, 7],
        [62, 1],
        [62, 146],
        [420, 0x123456],
      ],
    );
    const { points } = (await readFile(path)).job;
    assert.deepEqual(
      [points.colour.get(0), points.colour.get(1), points.colour.get(2)],
      [0xffffff, 0xff0000, 0x123456],
    );
  });
});

test('texts with any characters come back, in UTF-8 and in escapes', async () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.trim() !== '' && !/[\u0000-\u001f\u007f\\]/.test(text));
  await withFolder(async (folder) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('2000', '2018'),
        async (lines, version) => {
          const builder = new JobBuilder();
          builder.text(new Feature(), labelOf(lines.join('\n'), 1, 2));
          const file = join(folder, 'text.dxf');
          await writeTo(file, builder.job, { version });
          assert.equal((await readFile(file)).job.texts.text.get(0), lines.join('\n'));
        },
      ),
      { numRuns: 100 },
    );
  });
});
