import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { type PdfObject, pdfOfPages } from '../../../testing/pdf-file.ts';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import type { OptionValues } from '../../core/options.ts';
import { pdf } from './format.ts';
import { type Matrix, multiply, pageMatrix } from './matrix.ts';
import { appendOutline } from './outline.ts';

const CORPUS = join(process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus'), 'pdf');
const POINT = 0.0254 / 72;
const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-pdf-'));
after(() => rmSync(folder, { recursive: true }));

const read = (bytes: Uint8Array, options: OptionValues = {}): Promise<ReadResult> =>
  readWith(pdf, bytes, { options, workFolder: folder });

/** A hand-made PDF of one page: content stream, page extras, and optional-content groups by name. */
function plot(content: string, page = '', layers: string[] = []): Uint8Array {
  const groups = layers.map((name, i) => `${6 + i} 0 obj <</Type/OCG/Name(${name})>> endobj`);
  const refs = layers.map((_, i) => `${6 + i} 0 R`).join(' ');
  const properties = layers.map((_, i) => `/L${i} ${6 + i} 0 R`).join(' ');
  const objects = [
    `1 0 obj <</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[${refs}]/D<</ON[${refs}]>>>>>> endobj`,
    '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj',
    `3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]${page}/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/Properties<<${properties}>>>>>> endobj`,
    `4 0 obj <</Length ${content.length}>> stream\n${content}\nendstream endobj`,
    '5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj',
    ...groups,
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object) => {
    const at = text.length;
    text += `${object}\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer <</Size ${count}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

const vertices = (job: FieldJob, table: 'lines' | 'areas', row: number): number[][] => {
  const path = job[table].loadPath(row, new Path());
  return Array.from({ length: path.count }, (_, i) => [
    path.coordinates[3 * i]! / POINT,
    path.coordinates[3 * i + 1]! / POINT,
  ]);
};
const near = (actual: readonly number[][], expected: readonly number[][]): void => {
  assert.equal(actual.length, expected.length);
  for (const [i, place] of expected.entries())
    for (const [k, value] of place.entries())
      assert.ok(Math.abs(actual[i]![k]! - value) < 1e-3, `${actual} ${expected}`);
};

describe('the corpus has the stroked and filled paths counted in its README', () => {
  for (const [name, stroked, filled] of [
    ['tracemonkey', 362, 242],
    ['issue6127', 126, 242],
  ] as const)
    test(JSON.stringify(name), async () => {
      const bytes = readFileSync(join(CORPUS, `${name}.pdf`));
      assert.equal(pdf.sniff(bytes.subarray(0, 65536), bytes.length, 'pdf').confidence, 1);
      const { tally, job } = await read(bytes);
      const rows = new Map(tally.rows().map((row) => [row.type, row]));
      assert.deepEqual([rows.get('stroke')!.found, rows.get('fill')!.found], [stroked, filled], name);
      for (const row of rows.values()) assert.equal(row.found, row.read + row.skipped);
      const stroke = rows.get('stroke')!;
      assert.equal(job.lines.length, stroke.read + stroke.expanded);
    });
});

test('texts are read as text, with their page', async () => {
  const { job } = await read(readFileSync(join(CORPUS, 'tracemonkey.pdf')));
  const words = Array.from({ length: job.texts.length }, (_, row) => job.texts.text.get(row));
  assert.ok(words.includes('Trace-based Just-in-Time Type Specialization for Dynamic'));
  assert.equal(job.texts.page.get(job.texts.length - 1), 14);
  assert.ok(Math.abs(job.texts.height.get(0) - 0.7 * 17.9328 * POINT) < 1e-9);
});

test('linework keeps transformations, colour, width in paper millimetres and dashes', async () => {
  const { job } = await read(plot('q 2 0 0 2 10 20 cm 1 0 0 RG 3 w [4 2] 0 d 0 0 m 10 0 l 10 10 l s Q 5 5 m 6 6 l S'));
  near(vertices(job, 'lines', 0), [
    [10, 20],
    [30, 20],
    [30, 40],
  ]);
  assert.equal(job.lines.closed.get(0), 1);
  assert.equal(job.lines.colour.get(0), 0xff0000);
  assert.equal(job.lines.lineWeight.get(0), Math.round(6 * POINT * 100_000));
  assert.equal(job.lines.lineType.get(0), 'DASHED');
  near(vertices(job, 'lines', 1), [
    [5, 5],
    [6, 6],
  ]);
  assert.deepEqual([job.lines.colour.get(1), job.lines.lineType.get(1)], [0, '']);
});

test('a filled path with a hole is one area of two rings; fill and stroke are both drawn', async () => {
  const { job } = await read(plot('0 1 0 rg 0 0 40 40 re 10 10 20 20 re B*'));
  assert.deepEqual([job.areas.length, job.lines.length], [1, 2]);
  assert.equal(job.areas.ringEnds.get(0), 2);
  assert.equal(job.areas.colour.get(0), 0x00ff00);
});

test('clip paths are dropped, content and texts get their layers', async () => {
  const content =
    '0 0 99 99 re W n /OC /L0 BDC 1 1 m 2 2 l S BT /F 12 Tf 30 40 Td (Kerb) Tj ET EMC /OC /L1 BDC 3 3 m 4 4 l S EMC 5 5 m 6 6 l S';
  const { job } = await read(plot(content, '', ['ROADS', 'TREES']));
  const layers = Array.from({ length: job.lines.length }, (_, row) => job.layers.name(job.lines.layer.get(row)));
  assert.deepEqual(layers, ['ROADS', 'TREES', 'PDF']);
  assert.equal(job.texts.text.get(0), 'Kerb');
  assert.equal(job.layers.name(job.texts.layer.get(0)), 'ROADS');
});

test('layers that are off in the document are off in the job; a membership in one group means that group', async () => {
  const bytes = pdfOfPages(
    [
      {
        content: '/OC /A BDC 0 0 m 1 1 l S EMC /OC /B BDC 2 2 m 3 3 l S EMC',
        resources: '/Properties<</A 3 0 R/B 5 0 R>>',
      },
    ],
    [{ text: '<</Type/OCG/Name(ON)>>' }, { text: '<</Type/OCG/Name(OFF)>>' }, { text: '<</Type/OCMD/OCGs[4 0 R]>>' }],
    '/OCProperties<</OCGs[3 0 R 4 0 R]/D<</OFF[4 0 R]>>>>',
  );
  const { job } = await read(bytes);
  assert.deepEqual(
    Array.from(job.layers, ({ name, visible }) => [name, visible]),
    [
      ['ON', true],
      ['OFF', false],
    ],
  );
});

test('content in several groups is off by its policy or expression, and so is everything within a layer that is off', async () => {
  const members = [
    ...[
      '/OCGs[3 0 R 4 0 R]',
      '/OCGs[4 0 R 5 0 R]',
      '/OCGs[3 0 R 4 0 R]/P/AllOn',
      '/OCGs 4 0 R',
      '/OCGs[4 0 R]/P/AllOff',
    ],
    ...['/OCGs[3 0 R]/P/AllOff', '/VE[/And 3 0 R[/Not 4 0 R]]', '/VE[/And 3 0 R 4 0 R]', '/OCGs[]', '/OCGs[9999 0 R]'],
  ];
  const marks = members.map((_, i) => `/OC /M${i} BDC ${i} 0 m ${i} 1 l S EMC`);
  const nested = [
    '/OC /OFF BDC /OC /ON BDC 50 0 m 50 1 l S EMC /Span BMC 51 0 m 51 1 l S EMC EMC',
    '/OC /ON BDC /OC /OFF BDC 52 0 m 52 1 l S EMC 53 0 m 53 1 l S EMC 54 0 m 54 1 l S',
  ];
  const bytes = pdfOfPages(
    [
      {
        content: [...marks, ...nested].join(' '),
        resources: `/Properties<</ON 3 0 R/OFF 4 0 R${members.map((_, i) => `/M${i} ${6 + i} 0 R`).join('')}>>`,
      },
    ],
    [
      ...['ON', 'OFF', 'ALSO OFF'].map((name) => ({ text: `<</Type/OCG/Name(${name})>>` })),
      ...members.map((member) => ({ text: `<</Type/OCMD${member}>>` })),
    ],
    '/OCProperties<</OCGs[3 0 R 4 0 R 5 0 R]/D<</OFF[4 0 R 5 0 R]>>>>',
  );
  const { job } = await read(bytes);
  const layers = [...job.layers];
  const seen = Array.from({ length: job.lines.length }, (_, row) => {
    const { name, visible } = layers[job.lines.layer.get(row)]!;
    return `${name}: ${visible ? 'seen' : 'off'}`;
  });
  assert.deepEqual(seen, [
    ...['ON: seen', 'OFF: off', 'OFF: off', 'OFF: off', 'PDF: seen'],
    ...['PDF (off): off', 'ON: seen', 'OFF: off', 'PDF: seen', 'PDF: seen'],
    ...['OFF: off', 'OFF: off', 'OFF: off', 'ON: seen', 'PDF: seen'],
  ]);
});

test('texts have the colour they are painted in, on every line and after a change of colour within a line', async () => {
  const content =
    'BT 1 0 0 rg /F 12 Tf 14 TL 30 60 Td (red) Tj 0 0 1 rg T* (blue) Tj ET BT 0 1 0 rg /F 8 Tf 100 20 Td (green) Tj ET';
  const { job } = await read(plot(content));
  const texts = Array.from({ length: job.texts.length }, (_, row) => [
    job.texts.text.get(row),
    job.texts.colour.get(row),
  ]);
  assert.deepEqual(texts, [
    ['red', 0xff0000],
    ['blue', 0x0000ff],
    ['green', 0x00ff00],
  ]);
});

test('unpainted texts, such as those beneath a scan, are on a layer that is off', async () => {
  const content = [
    'BT /F 12 Tf 10 90 Td (fill) Tj ET q BT 3 Tr 10 80 Td (beneath) Tj 0 -10 Td (more) Tj ET Q BT 10 60 Td (again) Tj ET',
    'BT 1 Tr 10 50 Td (stroke) Tj 7 Tr 0 -10 Td (clip) Tj 0 Tr 0 -10 Td (last) Tj ET',
  ];
  const { job } = await read(plot(content.join(' ')));
  const layers = [...job.layers];
  const seen = Array.from({ length: job.texts.length }, (_, row) => {
    const { name, visible } = layers[job.texts.layer.get(row)]!;
    return `${job.texts.text.get(row)}: ${name} ${visible ? 'seen' : 'off'}`;
  });
  assert.deepEqual(seen, [
    ...['fill: PDF seen', 'beneath: PDF (off) off', 'more: PDF (off) off', 'again: PDF seen'],
    ...['stroke: PDF seen', 'clip: PDF (off) off', 'last: PDF seen'],
  ]);
});

test('the content of a soft mask is invisible and not drawn', async () => {
  const mask = (content: string): PdfObject => ({
    text: '/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency/CS/DeviceGray>>',
    stream: Buffer.from(content),
  });
  const bytes = pdfOfPages(
    [{ content: '/G gs 0 0 m 10 10 l S /N gs 5 5 m 20 20 l S', resources: '/ExtGState<</G 4 0 R/N<</SMask/None>>>>' }],
    [mask('1 g 0 0 50 50 re f'), { text: '<</SMask<</S/Luminosity/G 3 0 R>>>>' }],
  );
  const { job } = await read(bytes);
  assert.deepEqual([job.lines.length, job.areas.length], [2, 0]);
});

test('a rotated page is read as shown, and plotScale converts paper to ground', async () => {
  for (const [rotate, expected] of [
    [0, [10, 20]],
    [90, [20, 190]],
    [180, [190, 80]],
    [270, [80, 10]],
  ] as const) {
    const { job } = await read(plot('10 20 m 11 21 l S', `/Rotate ${rotate}`));
    near(vertices(job, 'lines', 0).slice(0, 1), [[...expected]]);
  }
  const { job } = await read(plot('72 0 m 0 0 l S'), { plotScale: 500 });
  assert.ok(Math.abs(job.lines.coordinates.get(0) - 0.0254 * 500) < 1e-9);
  assert.equal(job.info.unit, 'metre');
});

test('pageMatrix maps the lower left corner of the visible page to 0, 0', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 500 }),
      fc.integer({ min: -500, max: 500 }),
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 1, max: 900 }),
      fc.constantFrom(0, 90, 180, 270, -90),
      (left, bottom, width, height, rotate) => {
        const matrix = pageMatrix([left, bottom, left + width, bottom + height], rotate, 1, 1);
        const corners = [
          [left, bottom],
          [left + width, bottom + height],
        ].map(([x, y]) => multiply(matrix, [1, 0, 0, 1, x!, y!] as Matrix));
        assert.ok(Math.abs(Math.min(corners[0]![4], corners[1]![4])) < 1e-9);
        assert.ok(Math.abs(Math.min(corners[0]![5], corners[1]![5])) < 1e-9);
      },
    ),
  );
});

test('curves stay within the tolerance', () => {
  const path = new Path();
  const circle = 0.5522847498;
  appendOutline([0, 100, 0, 2, 100, 100 * circle, 100 * circle, 100, 0, 100], [1, 0, 0, 1, 0, 0], 0.05, path, {
    begin() {},
    close() {},
  });
  for (let i = 0; i + 1 < path.count; i++) {
    const c = path.coordinates;
    const middle = Math.hypot((c[3 * i]! + c[3 * i + 3]!) / 2, (c[3 * i + 1]! + c[3 * i + 4]!) / 2);
    assert.ok(Math.abs(middle - 100) < 0.05 + 0.03, String(middle));
  }
  assert.equal(appendOutline([0, 1], [1, 0, 0, 1, 0, 0], 1, path, { begin() {}, close() {} }), false);
  assert.equal(appendOutline([9, 1, 1], [1, 0, 0, 1, 0, 0], 1, path, { begin() {}, close() {} }), false);
});
