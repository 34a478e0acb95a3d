import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PdfObject, type PdfPage, pdfOfPages } from '../../../testing/pdf-file.ts';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import type { OptionValues } from '../../core/options.ts';
import { pdf } from './format.ts';

const POINT = 0.0254 / 72;
const FONT: PdfObject = { text: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' };

/** A page of 200 × 100 points with Helvetica as /F, object 3; further objects are 4 and on. */
const read = (
  content: string,
  { objects = [], options = {}, ...page }: Partial<PdfPage> & { objects?: PdfObject[]; options?: OptionValues } = {},
): Promise<ReadResult> => {
  const resources = `/Font<</F 3 0 R>>${page.resources ?? ''}`;
  return readWith(pdf, pdfOfPages([{ ...page, content, resources }], [FONT, ...objects]), { options });
};
const rows = ({ job }: ReadResult): number[] => Array.from({ length: job.texts.length }, (_, row) => row);
const words = (result: ReadResult): string[] => rows(result).map((row) => result.job.texts.text.get(row));
const places = (result: ReadResult): string[] =>
  rows(result).map((row) => {
    const { easting, northing } = result.job.texts.label(row);
    return [easting, northing].map((value) => Math.round((value / POINT) * 100) / 100).join(' ');
  });
const colours = (result: ReadResult): string[] =>
  rows(result).map((row) => result.job.texts.colour.get(row).toString(16).padStart(6, '0'));

test('texts that begin at one position each keep their colour, and a raised text is found', async () => {
  const twice = await read(
    'BT /F 12 Tf 1 0 0 rg 1 0 0 1 10 50 Tm (red) Tj 0 1 0 rg 1 0 0 1 10 50 Tm ( ) Tj 1 0 0 1 10 20 Tm (green) Tj 0 0 1 rg 1 0 0 1 10 50 Tm (blue) Tj ET',
  );
  assert.deepEqual(
    words(twice).map((word, i) => `${word} ${colours(twice)[i]}`),
    ['red ff0000', 'green 00ff00', 'blue 0000ff'],
  );
  const raised = await read('BT /F 12 Tf 10 50 Td 1 0 0 rg (x) Tj 5 Ts 0 0 1 rg (2) Tj ET');
  assert.deepEqual(
    [words(raised), colours(raised)],
    [
      ['x', '2'],
      ['ff0000', '0000ff'],
    ],
  );
  // After a gap pdf.js starts again at the second piece of a line: letters, their spacing and blanks determine its
  // place.
  const far = await read(
    'BT /F 10 Tf 50 Tz 1 Tc 2 Tw 10 50 Td 1 0 0 rg [(a a)-9000] TJ 0 0 1 rg (b) Tj ET BT /F 10 Tf 10 20 Td (c) Tj ET',
  );
  assert.deepEqual(words(far), ['a a', 'b', 'c']);
  assert.deepEqual(colours(far), ['ff0000', '0000ff', '0000ff']);
});

test('texts drawn by their outline have the colour of the stroke', async () => {
  const result = await read('BT /F 12 Tf 1 0 0 RG 0 0 1 rg 10 50 Td 1 Tr (hollow) Tj 2 Tr 0 -20 Td (both) Tj ET');
  assert.deepEqual(colours(result), ['ff0000', '0000ff']);
});

test('the height of slanted letters is perpendicular to the base line; mirror writing becomes readable in place', async () => {
  const { job } = await read(
    'BT /F 10 Tf 1 0 1 1 10 70 Tm (lean) Tj 2 0 0 1 10 50 Tm (wide) Tj -1 0 0 1 150 30 Tm (back) Tj 1 0 0 -1 10 30 Tm (head) Tj 0 1 1 0 180 10 Tm (up) Tj ET',
  );
  const labels = Array.from({ length: job.texts.length }, (_, row) => job.texts.label(row));
  for (const { height } of labels) assert.ok(Math.abs(height - 7 * POINT) < 1e-9, String(height / POINT));
  assert.deepEqual(
    labels.map(({ text, rotation, justification, verticalJustification }) => [
      text,
      Math.round((rotation * 180) / Math.PI) + 0,
      justification,
      verticalJustification,
    ]),
    [
      ['lean', 0, 'left', 'baseline'],
      ['wide', 0, 'left', 'baseline'],
      ['back', 0, 'right', 'baseline'],
      ['head', 0, 'left', 'top'],
      ['up', 90, 'left', 'top'],
    ],
  );
});

test('a text completely outside of a clip path is invisible; one that extends into it is visible', async () => {
  const content =
    'q 50 40 20 20 re W n BT /F 10 Tf 10 45 Td (a) Tj 35 0 Td (in) Tj 30 0 Td (beside) Tj -15 -8 Td (top) Tj 0 -30 Td (below) Tj ET Q BT /F 10 Tf 10 45 Td (seen) Tj ET';
  const seen = await read(content);
  assert.deepEqual(words(seen), ['in', 'top', 'seen']);
  assert.equal(seen.issues.count('pdf-outside'), 3);
  const [row] = seen.tally.rows();
  assert.deepEqual([row!.type, row!.found, row!.read, row!.skipped], ['text', 6, 3, 3]);
  assert.equal(words(await read(content, { options: { outside: true } })).length, 6);
  const turned = await read('q 50 40 20 20 re W n BT /F 10 Tf 0 1 -1 0 60 10 Tm (a long word) Tj ET Q', {
    extras: '/Rotate 90',
  });
  assert.deepEqual(words(turned), ['a long word']);
});

test('texts of annotations are read in place, with their layer, colour and height', async () => {
  const appearance: PdfObject = {
    text: '/Type/XObject/Subtype/Form/BBox[0 0 50 20]/Resources<</Font<</F 3 0 R>>>>',
    stream: Buffer.from(
      '0 0 50 20 re S BT 1 0 0 rg /F 10 Tf 5 8 Td [( )-300(Level)-400(12.34)] TJ ET BT /F 5 Tf 3 Tr 5 2 Td (beneath) Tj ET',
    ),
  };
  const annotation: PdfObject = {
    text: '<</Type/Annot/Subtype/FreeText/Rect[20 30 120 70]/F 4/Contents(Level 12.34)/DA(/F 10 Tf)/AP<</N 4 0 R>>>>',
  };
  const result = await read('BT /F 10 Tf 5 8 Td (page) Tj ET', {
    objects: [appearance, annotation],
    extras: '/Annots[5 0 R]',
  });
  assert.deepEqual(words(result), ['page', 'Level 12.34', 'beneath']);
  assert.deepEqual(colours(result).slice(0, 2), ['000000', 'ff0000']);
  // The box of 50 × 20 fills a rectangle of 100 × 40; a blank is 0.278 of the font size wide, the gap 0.3.
  assert.deepEqual(places(result), ['5 8', '41.56 46', '30 34']);
  const layers = rows(result).map((row) => result.job.layers.name(result.job.texts.layer.get(row)));
  assert.deepEqual(layers, ['PDF', 'PDF', 'PDF (off)']);
  assert.ok(Math.abs(result.job.texts.label(1).height - 0.7 * 20 * POINT) < 1e-9);
});

test('letters without a stated meaning are reported', async () => {
  const font: PdfObject = {
    text: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a0 5 0 R>>/Encoding<</Type/Encoding/Differences[1/a0]>>/FirstChar 1/LastChar 1/Widths[1000]/Resources<<>>>>',
  };
  const square: PdfObject = { text: '', stream: Buffer.from('1000 0 0 0 1000 1000 d1 0 0 800 800 re f') };
  const { job, issues } = await readWith(
    pdf,
    pdfOfPages(
      [
        {
          content: 'BT /G 12 Tf 20 50 Td <0101> Tj /F 12 Tf 0 -20 Td (12.5 m\\262) Tj ET',
          resources: '/Font<</F 3 0 R/G 4 0 R>>',
        },
      ],
      [FONT, font, square],
    ),
  );
  assert.deepEqual([job.texts.length, job.texts.text.get(1)], [2, '12.5 m²']);
  assert.deepEqual([issues.count('pdf-text-unknown'), issues.count('pdf-outside')], [1, 0]);
});

test('fields are read by their appearance; a filled-in field without one is reported', async () => {
  const field = (name: string, value: string, extras = ''): PdfObject => ({
    text: `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})${value}/Rect[20 30 120 60]/F 4/DA(/F 10 Tf)${extras}>>`,
  });
  const look: PdfObject = {
    text: '/Type/XObject/Subtype/Form/BBox[0 0 100 30]/Resources<</Font<</F 3 0 R>>>>',
    stream: Buffer.from('/Tx BMC q BT /F 10 Tf 2 10 Td (Plan 17b) Tj ET Q EMC'),
  };
  const fields = [look, field('a', '/V(Plan 17b)', '/AP<</N 4 0 R>>'), field('b', '/V(Plan 18)'), field('c', '')];
  const page = { content: '', extras: '/Annots[5 0 R 6 0 R 7 0 R]' };
  const form = '/AcroForm<</Fields[5 0 R 6 0 R 7 0 R]/DA(/F 10 Tf)>>';
  const result = await readWith(pdf, pdfOfPages([page], [FONT, ...fields], form));
  assert.deepEqual(words(result), ['Plan 17b']);
  const [place, ...others] = result.issues.places();
  assert.equal(place!.code, 'pdf-annotation-left-out');
  assert.deepEqual(place!.parameters, { page: 1, kind: 'Widget', words: 'Plan 18' });
  assert.deepEqual(others, []);
});

test('texts and stamps on a page without an appearance are reported, hidden ones are not', async () => {
  const note = (subtype: string, flags: number): PdfObject => ({
    text: `<</Type/Annot/Subtype/${subtype}/Rect[20 30 120 70]/F ${flags}/Contents(Level 12.34)/DA(/F 10 Tf)>>`,
  });
  const { issues, tally } = await read('', {
    objects: [note('FreeText', 4), note('FreeText', 2), note('Text', 4)],
    extras: '/Annots[4 0 R 5 0 R 6 0 R]',
  });
  assert.deepEqual(issues.places().length, 1);
  assert.equal(issues.count('pdf-annotation-left-out'), 1);
  assert.deepEqual(
    tally.rows().map(({ type, found, skipped }) => [type, found, skipped]),
    [['annotation', 1, 1]],
  );
});
