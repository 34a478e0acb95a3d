import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { greyJpeg, jpegObject, type PdfObject, type PdfPage, pdfOfPages } from '../../../testing/pdf-file.ts';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import type { OptionValues } from '../../core/options.ts';
import { type Box, isOutside, mappedBox, sharedBox } from './box.ts';
import { pdf } from './format.ts';

const POINT = 0.0254 / 72;
const FONT: PdfObject = { text: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' };

const read = (page: PdfPage, objects: PdfObject[] = [], options: OptionValues = {}): Promise<ReadResult> =>
  readWith(pdf, pdfOfPages([page], objects), { options });
/** Start of each line, in points. */
const starts = ({ job }: ReadResult): number[][] =>
  Array.from({ length: job.lines.length }, (_, row) => {
    const { coordinates } = job.lines.loadPath(row, new Path());
    return [coordinates[0]!, coordinates[1]!].map((value) => Math.round((value / POINT) * 1000) / 1000);
  });

test('content hidden by a clip path is omitted and counted, content crossing it stays whole, and the clip ends with its state', async () => {
  const page = {
    content: 'q 10 10 50 50 re W n 1 1 m 5 5 l S 20 20 m 30 30 l S 40 40 m 150 40 l S Q 2 2 m 5 5 l S',
  };
  const seen = await read(page);
  assert.deepEqual(starts(seen), [
    [20, 20],
    [40, 40],
    [2, 2],
  ]);
  assert.equal(seen.issues.count('pdf-outside'), 1);
  const [row] = seen.tally.rows();
  assert.deepEqual([row!.found, row!.read, row!.skipped], [4, 3, 1]);
  assert.equal(starts(await read(page, [], { outside: true })).length, 4);
});

test('clips narrow each other and rotate with the page, and a wide line next to one is visible', async () => {
  const nested = await read({
    content:
      'q 0 0 50 50 re W n q 40 40 100 90 re W n 10 10 m 20 20 l S 60 60 m 70 70 l S 45 45 m 48 48 l S Q 10 10 m 20 20 l S Q',
  });
  assert.deepEqual(starts(nested), [
    [45, 45],
    [10, 10],
  ]);
  const turned = await read({
    content: 'q 0 0 50 50 re W n 60 60 m 70 70 l S 10 10 m 20 20 l S Q',
    extras: '/Rotate 90',
  });
  assert.equal(turned.job.lines.length, 1);
  const wide = await read({ content: 'q 0 0 50 50 re W n 8 w 53 0 m 53 50 l S 2 w 53 0 m 53 50 l S Q' });
  assert.equal(wide.job.lines.length, 1);
});

test('a clip without a path hides nothing; a path that also paints is painted first', async () => {
  const { job } = await read({ content: 'W n 1 1 m 5 5 l S 20 20 10 10 re W S 1 1 m 5 5 l S' });
  assert.equal(job.lines.length, 2);
});

test('linework, texts and images outside the page are invisible', async () => {
  const content =
    '300 10 m 310 20 l S BT /F 10 Tf 250 50 Td (beside) Tj ET BT /F 10 Tf 190 50 Td (across) Tj ET BT /F 10 Tf -20 50 Td (into) Tj ET q 40 0 0 40 210 0 cm /I Do Q';
  const page = { content, resources: '/Font<</F 3 0 R>>/XObject<</I 4 0 R>>' };
  const objects = [FONT, jpegObject(greyJpeg(16), 128)];
  const { job, issues } = await read(page, objects);
  assert.deepEqual(
    Array.from({ length: job.texts.length }, (_, row) => job.texts.text.get(row)),
    // pdf.js cuts texts at the edge of the page.
    ['ac'],
  );
  assert.deepEqual([job.lines.length, job.drawings.length, issues.count('pdf-outside')], [0, 0, 2]);
  const all = (await read(page, objects, { outside: true })).job;
  assert.deepEqual([all.lines.length, all.drawings.length], [1, 1]);
});

test('a form is clipped by its box; an annotation is drawn where its rectangle is', async () => {
  const form = {
    text: '/Type/XObject/Subtype/Form/BBox[0 0 20 20]/Matrix[1 0 0 1 100 0]',
    stream: Buffer.from('5 5 m 9 9 l S 30 30 m 40 40 l S'),
  };
  const shown = await read({ content: '/X Do 1 1 m 2 2 l S', resources: '/XObject<</X 3 0 R>>' }, [form]);
  assert.deepEqual(starts(shown), [
    [105, 5],
    [1, 1],
  ]);
  const stamp = {
    text: '/Type/XObject/Subtype/Form/BBox[0 0 10 10]',
    stream: Buffer.from('q q 0 0 m 10 10 l S'),
  };
  const annotation = {
    text: '<</Type/Annot/Subtype/Stamp/Rect[50 20 90 60]/F 4/AP<</N 3 0 R>>>>',
  };
  const stamped = await read({ content: '3 0 0 3 7 7 cm 1 1 m 2 2 l S', extras: '/Annots[4 0 R 4 0 R]' }, [
    stamp,
    annotation,
  ]);
  // From a box of 10 points into one of 40, regardless of the page's own graphics state.
  assert.deepEqual(starts(stamped), [
    [10, 10],
    [50, 20],
    [50, 20],
  ]);
});

test('boxes: the intersection is inside both, and boxes outside of each other have none', () => {
  const side = fc.integer({ min: -50, max: 50 });
  const box = fc
    .tuple(side, side, side, side)
    .map(([a, b, c, d]): Box => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
  fc.assert(
    fc.property(box, box, (a, b) => {
      const shared = sharedBox(a, b);
      assert.equal(isOutside(a, b), shared[0] > shared[2] || shared[1] > shared[3]);
      assert.equal(isOutside(a, b), isOutside(b, a));
      assert.equal(isOutside(a, a), false);
    }),
  );
  assert.deepEqual(mappedBox([0, 0, 2, 1], [0, 1, -1, 0, 10, 20]), [9, 20, 10, 22]);
  assert.equal(mappedBox([0, 0, Number.NaN, 1], [1, 0, 0, 1, 0, 0]), undefined);
});

test('paths painted with a pattern or a shading are drawn by their outline and reported, a bare shading is counted', async () => {
  const objects: PdfObject[] = [
    {
      text: '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<<>>',
      stream: Buffer.from('0 0 m 5 5 l S'),
    },
    { text: '<</Type/Pattern/PatternType 2/Shading 5 0 R>>' },
    {
      text: '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 99 0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>',
    },
  ];
  const content =
    '/Pattern cs /T scn 10 10 20 20 re f /S scn 40 10 20 20 re f 1 0 0 rg 70 10 20 20 re f /Pattern CS /S SCN 10 50 m 90 50 l S /H sh';
  const resources = '/Pattern<</T 3 0 R/S 4 0 R>>/Shading<</H 5 0 R>>';
  const { job, issues, tally } = await read({ content, resources }, objects);
  assert.deepEqual([job.areas.length, job.lines.length], [3, 1]);
  assert.deepEqual(
    [0, 1, 2].map((row) => job.areas.colour.get(row)),
    [-1, -1, 0xff0000],
  );
  const reported = ['pdf-tiling-pattern', 'pdf-shading', 'pdf-not-drawn'].map((code) => issues.count(code));
  assert.deepEqual(reported, [1, 2, 1]);
  const bare = tally.rows().find(({ type }) => type === 'shadingFill')!;
  assert.deepEqual([bare.found, bare.skipped], [1, 1]);
});
