import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { greyJpeg, jpegObject, pdfOfPages } from '../../../testing/pdf-file.ts';
import { readWith } from '../../../testing/run-format.ts';
import { MemorySource } from '../../core/byte-source.ts';
import { pdf } from './format.ts';
import { hideHugeJpegs } from './huge-jpegs.ts';

const hidden = (file: Uint8Array, most = 600_000_000): Promise<string[]> => hideHugeJpegs(file, new Map(), most);
const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-pdf-'));
after(() => rmSync(folder, { recursive: true }));

/** A JPEG of 128 × 128 grey pixels with another size in its header. */
function stating(width: number, height: number, colours: number): Uint8Array {
  const bytes = Buffer.from(greyJpeg(16));
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  assert.ok(frame > 0);
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  bytes[frame + 9] = colours;
  return bytes;
}
/** Bytes as letters, five for four (ISO 32000-1, 7.4.3). */
function base85(bytes: Uint8Array): Buffer {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const part = Buffer.alloc(4);
    part.set(bytes.subarray(at, at + 4));
    let value = part.readUInt32BE();
    const digits = Array.from({ length: 5 }, () => {
      const digit = value % 85;
      value = Math.floor(value / 85);
      return String.fromCharCode(33 + digit);
    }).reverse();
    const count = Math.min(4, bytes.length - at);
    text += count === 4 && part.readUInt32BE() === 0 ? 'z' : digits.slice(0, count + 1).join('');
  }
  return Buffer.from(`${text.replaceAll(/.{70}/g, '$&\n')}~>`);
}
const streamOf = (jpeg: Uint8Array, before = '\n'): Buffer =>
  Buffer.concat([Buffer.from(`5 0 obj <<>> stream${before}`), jpeg, Buffer.from('\nendstream endobj\n')]);
const pdfWith = (jpeg: Uint8Array): Uint8Array =>
  pdfOfPages(
    [{ content: 'q 100 0 0 50 20 10 cm /I Do Q 0 0 m 10 10 l S', resources: '/XObject<</I 3 0 R>>' }],
    [jpegObject(jpeg, 128)],
  );

test('a JPEG that states an absurd number of samples becomes unreadable, and no other byte changes', async () => {
  const sound = streamOf(greyJpeg(16));
  const huge = streamOf(stating(60_293, 62_412, 225), '\r\n');
  const file = Buffer.concat([sound, huge, sound, huge]);
  const before = Buffer.from(file);
  assert.deepEqual(await hidden(file), Array(2).fill('60293 × 62412 pixels of 225 colours'));
  const changed = [...file.keys()].filter((i) => file[i] !== before[i]);
  const starts = [sound.length, 2 * sound.length + huge.length].map(
    (at) => at + huge.indexOf(Buffer.from([0xff, 0xd8])),
  );
  assert.deepEqual(
    changed,
    starts.flatMap((at) => [at, at + 1]),
  );
  assert.ok(changed.every((i) => file[i] === 0));
});

describe('up to the limit it stays; colours count', () => {
  for (const [width, height, colours, isHuge] of [
    [20_000, 10_000, 3, false],
    [20_000, 10_001, 3, true],
    [65_535, 9_000, 1, false],
    [65_535, 9_200, 1, true],
    [0, 65_535, 255, false],
  ] as const)
    test(JSON.stringify(width), async () => {
      const file = streamOf(stating(width, height, colours));
      assert.equal((await hidden(file)).length, isHuge ? 1 : 0, `${width} × ${height} × ${colours}`);
    });
});

test('the first frame counts, even if wrong segment lengths miss it', async () => {
  const jpeg = Buffer.from(stating(65_535, 65_535, 3));
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const [head, tail] = [jpeg.subarray(0, 2), jpeg.subarray(frame)];
  const segment = (length: number, ...bytes: number[]): Buffer =>
    Buffer.from([0xff, 0xe2, length >> 8, length & 255, ...bytes]);
  const fits = async (...parts: Buffer[]): Promise<number> =>
    (await hidden(streamOf(Buffer.concat([head, ...parts, tail])))).length;
  assert.equal(await fits(segment(6, 1, 2, 3, 4)), 1);
  assert.equal(await fits(segment(0)), 1, 'a length of nothing');
  assert.equal(await fits(segment(3, 7, 7, 7, 7)), 1, 'a length that is too short');
  // A profile may contain bytes like a frame header, inside its segment.
  const inside = streamOf(
    Buffer.concat([head, segment(12, 0xff, 0xc0, 0, 11, 8, 255, 255, 255, 255, 3), greyJpeg(16).subarray(2)]),
  );
  assert.deepEqual(await hidden(inside), []);
  // Pixels follow the start of the scan.
  const behind = streamOf(Buffer.concat([Buffer.from(greyJpeg(16)), tail]));
  assert.deepEqual(await hidden(behind), []);
});

test('JPEGs that are packed again are examined', async () => {
  const huge = stating(65_535, 65_535, 1);
  const letters = (bytes: Uint8Array): Buffer => Buffer.from(`${Buffer.from(bytes).toString('hex')}>`);
  const packed = [
    ['[/FlateDecode/DCTDecode]', deflateSync],
    ['[ /Fl /DCT ]', deflateSync],
    ['[/ASCIIHexDecode/DCTDecode]', letters],
    ['[/ASCII85Decode /DCTDecode]', base85],
    ['[/ASCII85Decode/FlateDecode/DCTDecode]', (bytes: Uint8Array) => base85(deflateSync(bytes))],
    ['[/Fl/Fl/D#43T]', (bytes: Uint8Array) => deflateSync(deflateSync(bytes))],
  ] as const;
  for (const [filters, pack] of packed) {
    const pageWith = (jpeg: Uint8Array): Uint8Array =>
      pdfOfPages(
        [{ content: 'q 100 0 0 50 20 10 cm /I Do Q 0 0 m 10 10 l S', resources: '/XObject<</I 3 0 R>>' }],
        [
          {
            text: `/Subtype/Image/Width 128/Height 128/BitsPerComponent 8/ColorSpace/DeviceGray/Filter${filters}`,
            stream: pack(jpeg),
          },
        ],
      );
    const { job, issues } = await readWith(pdf, pageWith(huge), { workFolder: folder });
    assert.equal(issues.count('pdf-image-too-large'), 1, filters);
    assert.deepEqual([job.drawings.length, job.areas.length, job.lines.length], [0, 1, 1], filters);
    const sound = await readWith(pdf, pageWith(greyJpeg(16)), { workFolder: folder });
    assert.deepEqual([sound.job.drawings.length, sound.issues.count('pdf-image-too-large')], [1, 0], filters);
  }
  // Data that cannot be unpacked, or are not a JPEG inside, stay unchanged.
  for (const [filters, data] of [
    ['[/FlateDecode/DCTDecode]', Buffer.from('no deflate')],
    ['[/LZWDecode/DCTDecode]', huge],
    ['[/FlateDecode/DCTDecode]', deflateSync(Buffer.alloc(100_000))],
  ] as const) {
    const file = Buffer.concat([
      Buffer.from(`5 0 obj <</Filter${filters}>> stream\n`),
      data,
      Buffer.from('\nendstream'),
    ]);
    const before = Buffer.from(file);
    const reported = await hidden(file);
    assert.deepEqual(reported.length === 0, file.equals(before), filters);
  }
});

test('arbitrary bytes: only the starts of reported images change', async () => {
  const frame = fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
    .map(([high, low]) => [0xff, 0xc0, 0, 11, 8, high, 1, low, 1, 1]);
  const piece = fc.oneof(
    fc.constantFrom('stream', 'stream\n\xff\xd8', 'endstream', '\r\n').map((text) => Buffer.from(text, 'latin1')),
    fc
      .oneof(frame, fc.constantFrom([0xff, 0xd8], [0xff, 0xda], [0xff, 0xe0, 0, 4], [0xff]))
      .map((bytes) => Buffer.from(bytes)),
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  );
  let times = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const file = Buffer.concat(pieces);
      const before = Buffer.from(file);
      const reported = await hidden(file, 1_000_000);
      times += reported.length;
      const changed = [...file.keys()].filter((i) => file[i] !== before[i]);
      assert.equal(changed.length, 2 * reported.length);
      for (const [i, at] of changed.entries()) assert.equal(before[at], i % 2 === 0 ? 0xff : 0xd8);
      assert.deepEqual(await hidden(file, 1_000_000), [], 'nothing is left');
    }),
    { numRuns: 2000 },
  );
  assert.ok(times > 100, `hidden ${times} times`);
});

test('streams without an end are scanned once', async () => {
  const file = Buffer.from('stream\n\xff\xd8'.repeat(400_000), 'latin1');
  assert.deepEqual(await hidden(file), []);
});

test('a damaged header loses only its image, which is reported', async () => {
  const source = new MemorySource(pdfWith(stating(60_293, 62_412, 225)), 'site plan.pdf');
  const { job, issues } = await readWith(pdf, source, { workFolder: folder });
  assert.equal(issues.count('pdf-image-too-large'), 1);
  assert.equal(issues.count('pdf-image-undecoded'), 1);
  assert.deepEqual([job.drawings.length, job.areas.length, job.lines.length], [0, 1, 1]);
  const sound = await readWith(pdf, new MemorySource(pdfWith(greyJpeg(16))), { workFolder: folder });
  assert.deepEqual([sound.job.drawings.length, sound.issues.count('pdf-image-too-large')], [1, 0]);
});
