import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { pdfOfPages } from '../../../testing/pdf-file.ts';
import { readWith } from '../../../testing/run-format.ts';
import { pdf } from './format.ts';
import { measuresOf } from './measures.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
/** A measure of a plot: a point of paper is 20 ft ÷ 72. */
const MEASURE =
  '<</Type/Measure/Subtype/RL/R(1 in = 20 ft)/X[<</Type/NumberFormat/U(ft)/C 0.277778/D 100>>]/D[<</U(ft)/C 1>>]/A[<</U(sq ft)/C 1>>]>>';

test('a stated scale is reported in the words of the file, with the corresponding plotScale', () => {
  assert.deepEqual(measuresOf(bytes(`5 0 obj ${MEASURE} endobj`)).scales, ['1 in = 20 ft (plotScale=240)']);
  const metric = '<</R (1:500)/Subtype /RL/X [ <</C 0.17638889/U(m)>> ]>>';
  assert.deepEqual(measuresOf(bytes(`5 0 obj ${metric} endobj 6 0 obj ${metric} endobj`)).scales, [
    '1:500 (plotScale=500)',
  ]);
  // For an unknown unit only the words; without words nothing.
  assert.deepEqual(measuresOf(bytes('5 0 obj <</Subtype/RL/R(1 = 3)/X[<</U(rod)/C 2>>]>> endobj')).scales, ['1 = 3']);
  assert.deepEqual(measuresOf(bytes('5 0 obj <</R(other)>> endobj 6 0 obj <</Subtype/RL>> endobj')).scales, []);
});

test('measures in object streams are found, those of encrypted files are ignored', () => {
  const objects = `<</GPTS [ 1 2 3 4 ]>>${MEASURE}`;
  const packed = deflateSync(bytes(`7 0 8 21 ${objects}`));
  const file = Buffer.concat([
    bytes(`9 0 obj <</Type/ObjStm/N 2/First 9/Filter/FlateDecode/Length ${packed.length}>> stream\n`),
    packed,
    bytes('\nendstream endobj'),
  ]);
  assert.deepEqual(measuresOf(file), { scales: ['1 in = 20 ft (plotScale=240)'], isGeoreferenced: true });
  const locked = Buffer.concat([file, bytes('trailer <</Encrypt 3 0 R>>')]);
  assert.deepEqual(measuresOf(locked), { scales: [], isGeoreferenced: false });
});

test('scale and position stated in a plot are reported once and not applied', async () => {
  const geo = '<</Type/Measure/Subtype/GEO/GPTS[48 9 48.1 9 48.1 9.1 48 9.1]/LPTS[0 0 0 1 1 1 1 0]>>';
  const viewport = (measure: string): string => `<</Type/Viewport/BBox[0 0 200 100]/Measure ${measure}>>`;
  const page = { content: '0 0 m 72 0 l S', extras: `/VP[${viewport('3 0 R')}${viewport('4 0 R')}]` };
  const { job, issues } = await readWith(pdf, pdfOfPages([page, page], [{ text: MEASURE }, { text: geo }]));
  assert.deepEqual(
    issues.places().map(({ code, severity, parameters = {} }) => [code, severity, parameters]),
    [
      ['pdf-scale-stated', 'note', { scales: '1 in = 20 ft (plotScale=240)' }],
      ['pdf-georeferenced', 'note', {}],
    ],
  );
  assert.ok(Math.abs(job.lines.coordinates.get(3) - 0.0254) < 1e-9);
  // The file's scale is not reported to a user who states one.
  const scaled = await readWith(pdf, pdfOfPages([page], [{ text: MEASURE }]), { options: { plotScale: 240 } });
  assert.equal(scaled.issues.count('pdf-scale-stated'), 0);
});

test('a million marks of measures take no longer than the first ten thousand', () => {
  const marks = '/RL '.repeat(1_000_000);
  const packed = deflateSync(bytes(`7 0 ${marks}`));
  const stream = `9 0 obj <</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>> stream\n`;
  for (const file of [bytes(marks), Buffer.concat([bytes(stream), packed, bytes('\nendstream endobj')])])
    assert.deepEqual(measuresOf(file), { scales: [], isGeoreferenced: false });
});
