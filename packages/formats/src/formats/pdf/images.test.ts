import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { type Drawing, JobBuilder, NO_PLACEMENT, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import {
  greyJpeg,
  imageObject,
  jpegObject,
  type PdfObject,
  type PdfPage,
  pdfOfPages,
} from '../../../testing/pdf-file.ts';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { detect } from '../../convert/detect.ts';
import { importFile } from '../../convert/import-file.ts';
import { MemorySource } from '../../core/byte-source.ts';
import type { OptionValues } from '../../core/options.ts';
import { type Raster, rowBytes, writePng } from '../../kit/io/png-writer.ts';
import { pdf } from './format.ts';
import { nameObjectsOf } from './name-objects.ts';
import { findStoredImages, jpegOf } from './stored-images.ts';

const POINT = 0.0254 / 72;
const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-pdf-'));
after(() => rmSync(folder, { recursive: true }));

const read = (bytes: Uint8Array, options: OptionValues = {}): Promise<ReadResult> =>
  readWith(pdf, new MemorySource(bytes, 'site plan.pdf'), { options, workFolder: folder });

/** A page that paints object 3 with a matrix. */
const painted = (matrix: string, extras = ''): PdfPage => ({
  content: `q ${matrix} cm /I Do Q`,
  resources: '/XObject<</I 3 0 R>>',
  extras,
});
const pdfWith = (object: PdfObject, matrix = '100 0 0 50 20 10', extras = ''): Uint8Array =>
  pdfOfPages([painted(matrix, extras)], [object]);

const corners = ({ scene }: Drawing): number[][] => {
  const path = scene.areas.loadPath(0, new Path());
  return Array.from({ length: path.count }, (_, i) => [
    Math.round((path.coordinates[3 * i]! / POINT) * 1e6) / 1e6,
    Math.round((path.coordinates[3 * i + 1]! / POINT) * 1e6) / 1e6,
  ]);
};

/** The filtered pixels of a PNG, and its header fields. */
function decodePng(file: Uint8Array): { width: number; height: number; type: number; rows: Buffer; names: string[] } {
  const bytes = Buffer.from(file);
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  const names: string[] = [];
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    names.push(bytes.toString('latin1', at + 4, at + 8));
    if (names.at(-1) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [width, height, type] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[25]!];
  return { width, height, type, rows: inflateSync(Buffer.concat(parts)), names };
}

test('a scanned page stored as JPEG becomes a drawing whose file is that JPEG, placed by its four corners', async () => {
  const jpeg = greyJpeg(16);
  const { job, issues } = await read(pdfWith(jpegObject(jpeg, 128)));
  assert.deepEqual([job.drawings.length, job.areas.length], [1, 0]);
  const drawing = job.drawings[0]!;
  assert.deepEqual(drawing.read!(), Buffer.from(jpeg));
  assert.deepEqual(
    [drawing.format, drawing.mediaType, drawing.size, drawing.fileName, drawing.placement],
    ['jpeg', 'image/jpeg', jpeg.length, 'site-plan-page-1-image-1.jpg', NO_PLACEMENT],
  );
  assert.equal(drawing.sha256, createHash('sha256').update(jpeg).digest('hex'));
  assert.deepEqual(corners(drawing), [
    [20, 10],
    [120, 10],
    [120, 60],
    [20, 60],
  ]);
  assert.equal(drawing.scene.info.unit, 'metre');
  assert.deepEqual(drawing.scene.areas.attributes.get(0), ['pixels across', '128', 'pixels down', '128']);
  assert.equal(issues.count('pdf-image'), 1);
});

test('rotated pages and images keep the order of the corners; plotScale scales them', async () => {
  const turned = await read(pdfWith(jpegObject(greyJpeg(16), 128), '0 50 -100 0 150 20'));
  assert.deepEqual(corners(turned.job.drawings[0]!), [
    [150, 20],
    [150, 70],
    [50, 70],
    [50, 20],
  ]);
  const page = await read(pdfWith(jpegObject(greyJpeg(16), 128), '100 0 0 50 20 10', '/Rotate 90'), { plotScale: 10 });
  assert.deepEqual(corners(page.job.drawings[0]!), [
    [100, 1800],
    [100, 800],
    [600, 800],
    [600, 1800],
  ]);
});

test('a JPEG that differs from its dictionary, or has a mask, becomes a PNG of its pixels', async () => {
  const jpeg = greyJpeg(16);
  for (const extras of ['/Decode[1 0]', '/SMask 4 0 R']) {
    const mask = imageObject(128, 128, 8, '/ColorSpace/DeviceGray', new Uint8Array(128 * 128).fill(128));
    const { job } = await read(pdfOfPages([painted('10 0 0 10 0 0')], [jpegObject(jpeg, 128, extras), mask]));
    const png = decodePng(job.drawings[0]!.read!());
    assert.deepEqual([png.width, png.height], [128, 128], extras);
    assert.equal(png.type, extras.startsWith('/SMask') ? 6 : 2);
  }
});

test('a JPEG with its length in another object ends at its end mark', () => {
  const jpeg = greyJpeg(16);
  const head =
    '5 0 obj <</Subtype/Image/Width 128/Height 128/ColorSpace/DeviceGray/Filter/DCTDecode/Length 9 0 R>> stream\n';
  const bytes = Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\nendstream endobj')]);
  const source = new MemorySource(bytes);
  const stored = findStoredImages(source).get(5)!;
  assert.deepEqual(Buffer.from(jpegOf(source, stored, new Map())!).subarray(0, jpeg.length), Buffer.from(jpeg));
  const cut = new MemorySource(bytes.subarray(0, head.length + 200));
  assert.equal(jpegOf(cut, stored, new Map()), undefined);
  assert.equal(jpegOf(source, { ...stored, width: 127 }, new Map()), undefined);
});

test('pixels are kept: colours, bits, and masks painted in their colour', async () => {
  const samples = Uint8Array.from({ length: 80 * 60 * 3 }, (_, i) => (i * 7) & 255);
  const rgb = await read(pdfWith(imageObject(80, 60, 8, '/ColorSpace/DeviceRGB', samples)));
  const png = decodePng(rgb.job.drawings[0]!.read!());
  assert.deepEqual([png.width, png.height, png.type, png.rows[0]], [80, 60, 2, 2]);
  assert.deepEqual(png.rows.subarray(1, 241), Buffer.from(samples.subarray(0, 240)));
  const bits = Uint8Array.from({ length: 10 * 70 }, (_, i) => i & 255);
  const grey = decodePng(
    (await read(pdfWith(imageObject(80, 70, 1, '/ColorSpace/DeviceGray', bits)))).job.drawings[0]!.read!(),
  );
  assert.deepEqual([grey.type, grey.names.includes('PLTE'), grey.names.includes('tRNS')], [3, true, false]);
  assert.deepEqual(grey.rows.subarray(12, 22), Buffer.from(bits.subarray(10, 20)));
  const stencil = pdfOfPages(
    [{ content: 'q 1 0 0 rg 10 0 0 10 0 0 cm /I Do Q', resources: '/XObject<</I 3 0 R>>' }],
    [imageObject(80, 70, 1, '', bits, '/ImageMask true')],
  );
  const file = (await read(stencil)).job.drawings[0]!.read!();
  const mask = decodePng(file);
  assert.equal(mask.names.includes('tRNS'), true);
  assert.deepEqual(mask.rows.subarray(12, 22), Buffer.from(bits.subarray(10, 20)));
  const palette = Buffer.from(file).indexOf('PLTE');
  assert.deepEqual([...file.subarray(palette + 4, palette + 10)], [255, 0, 0, 255, 255, 255]);
});

test('small and undecodable images, and those with images=outline, stay outlines on their layer; too large ones are reported', async () => {
  const small = await read(pdfWith(imageObject(8, 8, 8, '/ColorSpace/DeviceGray', new Uint8Array(64))));
  assert.deepEqual([small.job.drawings.length, small.job.areas.length], [0, 1]);
  assert.equal(small.job.layers.name(small.job.areas.layer.get(0)), 'Images');
  const broken = { ...jpegObject(greyJpeg(16).subarray(0, 30), 128) };
  const damaged = await read(pdfWith(broken));
  assert.deepEqual([damaged.job.drawings.length, damaged.job.areas.length], [0, 1]);
  assert.equal(damaged.issues.count('pdf-image-undecoded'), 1);
  const asked = await read(pdfWith(jpegObject(greyJpeg(16), 128)), { images: 'outline' });
  assert.deepEqual([asked.job.drawings.length, asked.job.areas.length], [0, 1]);
  const huge = { text: '/Type/XObject/Subtype/Image/Width 90000/Height 90000/BitsPerComponent 8/ColorSpace/DeviceRGB' };
  const { issues } = await read(pdfWith({ ...huge, stream: new Uint8Array(10) }));
  assert.equal(issues.count('pdf-image-too-large'), 1);
});

test('an image on several pages is stored once and drawn on each, on its layer', async () => {
  const pages = [1, 2, 3].map((n) => painted(`${n * 10} 0 0 10 0 0`));
  const { job } = await read(pdfOfPages(pages, [jpegObject(greyJpeg(16), 128)]));
  assert.deepEqual(
    job.drawings.map(({ name }) => name),
    ['site plan page 1 image 1', 'site plan page 2 image 2', 'site plan page 3 image 3'],
  );
  assert.equal(new Set(job.drawings.map(({ sha256 }) => sha256)).size, 1);
  assert.equal(corners(job.drawings[2]!)[1]![0], 30);
  const layered = pdfOfPages(
    [
      {
        content: '/OC /L BDC q 10 0 0 10 0 0 cm /I Do Q EMC',
        resources: '/XObject<</I 3 0 R>>/Properties<</L 4 0 R>>',
      },
    ],
    [jpegObject(greyJpeg(16), 128), { text: '<</Type/OCG/Name(AERIAL)>>' }],
    '/OCProperties<</OCGs[4 0 R]/D<</ON[4 0 R]>>>>',
  );
  const { scene } = (await read(layered)).job.drawings[0]!;
  assert.equal(scene.layers.name(scene.areas.layer.get(0)), 'AERIAL');
});

describe('as a background drawing the plot keeps its file, and its images are further drawings with the same placement', () => {
  for (const as of ['drawing', 'features', 'both'] as const) {
    test(as, async () => {
      const source = new MemorySource(pdfWith(jpegObject(greyJpeg(16), 128)), 'plan.pdf');
      const builder = new JobBuilder();
      const placement = { kind: 'point', from: [[0, 0]], to: [[1000, 2000]], scale: 1 } as const;
      await importFile(
        {
          source,
          detection: detect(source)!,
          options: {},
          placement,
          as,
          target: {},
          signal: new AbortController().signal,
          progress: () => {},
          workFolder: folder,
        },
        builder,
      );
      const { drawings } = builder.job;
      assert.deepEqual(
        drawings.map(({ format }) => format),
        as === 'features' ? ['jpeg'] : ['pdf', 'jpeg'],
      );
      if (as !== 'features') assert.deepEqual(drawings[1]!.placement, placement);
      for (const { scene } of drawings) assert.equal(scene.drawings.length, 0);
    });
  }
});

test('in a job in feet the plot and its images are in feet in every mode of import', async () => {
  const source = new MemorySource(pdfWith(jpegObject(greyJpeg(16), 128)), 'plan.pdf');
  const cornersIn = async (as: 'drawing' | 'features', unit?: 'internationalFoot'): Promise<number[]> => {
    const builder = new JobBuilder();
    const request = {
      source,
      detection: detect(source)!,
      options: {},
      placement: NO_PLACEMENT,
      as,
      workFolder: folder,
    };
    const target = unit === undefined ? {} : { unit };
    const { signal } = new AbortController();
    await importFile({ ...request, target, signal, progress: () => {} }, builder);
    const image = builder.job.drawings.find(({ format }) => format === 'jpeg')!;
    for (const { scene } of builder.job.drawings) assert.equal(scene.info.unit, unit ?? 'metre');
    return Array.from(image.scene.areas.coordinates.view().subarray(0, 12)).filter((value) => !Number.isNaN(value));
  };
  for (const as of ['drawing', 'features'] as const) {
    const [metres, feet] = [await cornersIn(as), await cornersIn(as, 'internationalFoot')];
    assert.ok(metres.length >= 8 && Math.max(...metres) > 0.01);
    for (const [i, value] of metres.entries()) assert.ok(Math.abs(feet[i]! - value / 0.3048) < 1e-9, as);
  }
});

test('PNG files hold any raster', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('bit', 'rgb', 'rgba'),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.infiniteStream(fc.nat(255)),
      async (kind, width, height, values) => {
        const length = rowBytes(kind, width);
        const data = Uint8Array.from({ length: length * height }, () => values.next().value);
        const raster: Raster = { width, height, kind, data };
        const { path, size } = await writePng(join(folder, 'any.png'), raster);
        const file = readFileSync(path);
        assert.equal(file.length, size);
        const { rows } = decodePng(file);
        for (let row = 0; row < height; row++) {
          const from = row * (length + 1) + 1;
          const actual = Buffer.from(rows.subarray(from, from + length));
          if (kind !== 'bit' && row > 0) for (let i = 0; i < length; i++) actual[i]! += data[(row - 1) * length + i]!;
          assert.deepEqual(actual, Buffer.from(data.subarray(row * length, row * length + length)));
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('stored images are found anywhere, also across the pieces that are searched', () => {
  const jpeg = greyJpeg(4);
  for (const before of [0, 2 ** 20 - 300, 2 ** 20 - 20, 2 ** 20 + 10]) {
    const filler = Buffer.alloc(before, 'x');
    const object = `7 0 obj <</Subtype /Image /Width 32 /Height 32 /ColorSpace /DeviceGray /Filter [ /DCTDecode ] /Length1 9 /Length ${jpeg.length}>> stream\r\n`;
    const bytes = Buffer.concat([filler, Buffer.from(object), jpeg, Buffer.from('\nendstream endobj')]);
    const image = findStoredImages(new MemorySource(bytes)).get(7);
    assert.deepEqual(
      [image?.width, image?.length, image?.isPlainJpeg, image?.start],
      [32, jpeg.length, true, before + object.length],
    );
  }
  assert.equal(findStoredImages(new MemorySource(new Uint8Array(0))).size, 0);
});

test('a stencil of one painted pixel is the rectangle that it fills', async () => {
  const stencil = (bits: string): Promise<ReadResult> =>
    read(pdfOfPages([{ content: `1 0 0 rg q 100 0 0 50 20 10 cm BI /W 1 /H 1 /IM true /BPC 1 ID ${bits}\nEI Q` }]));
  const { job } = await stencil('\x00');
  assert.deepEqual([job.areas.length, job.areas.colour.get(0), job.drawings.length], [1, 0xff0000, 0]);
  const path = job.areas.loadPath(0, new Path());
  const places = Array.from({ length: path.count }, (_, i) =>
    [0, 1].map((axis) => Math.round(path.coordinates[3 * i + axis]! / POINT)),
  );
  assert.deepEqual(places, [
    [20, 10],
    [120, 10],
    [120, 60],
    [20, 60],
  ]);
});

test('a JPEG with its colour space in another object is kept if that changes nothing, else becomes its pixels', async () => {
  const jpeg = greyJpeg(16);
  const blend = '<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[1 0 0]/N 1>>';
  for (const [space, format] of [
    ['/DeviceGray', 'jpeg'],
    ['[/CalGray <</WhitePoint[0.95 1 1.09]>>]', 'jpeg'],
    [`[ /Separation/Spot/DeviceRGB ${blend}]`, 'png'],
    [`[/Indexed /DeviceRGB 255 <${'00ff80'.repeat(256)}>]`, 'png'],
  ] as const) {
    const image = {
      text: '/Subtype/Image/Width 128/Height 128/BitsPerComponent 8/ColorSpace 4 0 R/Filter/DCTDecode',
      stream: jpeg,
    };
    const { job } = await read(pdfOfPages([painted('10 0 0 10 0 0')], [image, { text: space }]));
    assert.equal(job.drawings[0]!.format, format, space);
    if (format === 'jpeg') assert.deepEqual(job.drawings[0]!.read!(), Buffer.from(jpeg));
  }
  // The dictionary contradicts the JPEG's own marks about its three colours.
  const { job } = await read(pdfWith(jpegObject(jpeg, 128, '/DecodeParms<</ColorTransform 0>>')));
  assert.equal(job.drawings[0]!.format, 'png');
});

test('names that are objects are found among plain and packed objects; the later of two counts', () => {
  const packed = deflateSync(Buffer.from('7 0 8 17 [/ICCBased 5 0 R] <</Type/Font>>'));
  const file = Buffer.concat([
    Buffer.from('3 0 obj [ /Separation /Spot 4 0 R] endobj\n4 0 obj\n/DeviceRGB endobj 4 0 obj <</N 3>> endobj\n'),
    Buffer.from(`9 0 obj <</Type/ObjStm/N 2/First 9/Filter/FlateDecode/Length ${packed.length}>> stream\n`),
    packed,
    Buffer.from('\nendstream endobj\n5 0 obj [1 2 3] endobj 3 0 obj [/CalRGB <<>>] endobj /ObjStm'),
  ]);
  assert.deepEqual([...nameObjectsOf(file)].sort(), [
    [3, ' [/CalRGB <<>>'],
    [7, '[/ICCBased 5 0 R'],
  ]);
  assert.deepEqual([...nameObjectsOf(Buffer.from(' obj obj 5 obj'))], []);
});
