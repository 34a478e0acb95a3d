import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Feature, JobBuilder, labelOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { drawing, type Groups } from './testing/groups.ts';
import { readFile, readGroups } from './testing/reading.ts';
import { withFolder, writeTo } from './testing/writing.ts';

test('a text of several lines is below, around or above its place, also in R12', async () => {
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

test('colours with an index are written by index only, so that white becomes black on paper', async () => {
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

test('texts with any characters are read back, from UTF-8 and from escapes', async () => {
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

test('the column of a long MTEXT is read back in the unit of the job; a short text gets no column', async () => {
  const long = 'the quick brown fox jumps over the lazy dog and runs away from it';
  const mtext = (text: string): Groups => [0, 'MTEXT', 8, '0', 10, 0, 20, 0, 40, 2500, 41, 30000, 71, 1, 1, text];
  const wide: Groups = [0, 'LWPOLYLINE', 8, '0', 90, 2, 70, 0, 43, 500, 10, 0, 20, 0, 10, 1000, 20, 0];
  const { job } = await readGroups(drawing([], [mtext(long), mtext('short'), wide], [9, '$INSUNITS', 70, 4]));
  assert.deepEqual(
    [job.texts.attributes.get(0), job.texts.attributes.get(1), job.lines.attributes.get(0)],
    [['width', '30'], [], ['width', '0.5']],
  );
  await withFolder(async (folder) => {
    const path = join(folder, 'x.dxf');
    await writeTo(path, job, {});
    const back = (await readFile(path)).job;
    assert.deepEqual([back.texts.attributes.get(0), back.texts.label(0).text], [['width', '30'], long]);
    assert.deepEqual(back.lines.attributes.get(0), ['width', '0.5']);
    await writeTo(path, job, { version: 'R12' });
    assert.equal((await readFile(path)).job.texts.label(0).text, long);
  });
});
