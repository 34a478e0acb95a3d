import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Drawing } from '@fieldbridge/fieldjob';
import { type PdfObject, pdfOfPages } from '../../../testing/pdf-file.ts';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { pdf } from './format.ts';

const SIDE = 64;
const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-pdf-'));
after(() => rmSync(folder, { recursive: true }));

/** Reads a page with object 3 as an image. */
const readImage = (object: PdfObject): Promise<ReadResult> => {
  const page = { content: '1 0 0 rg q 64 0 0 64 20 10 cm /I Do Q', resources: '/XObject<</I 3 0 R>>' };
  return readWith(pdf, pdfOfPages([page], [object]), { workFolder: folder });
};
const image = (extras: string, stream: Uint8Array): PdfObject => ({
  text: `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}${extras}`,
  stream,
});
const bytesOf = (bits: string): Uint8Array =>
  Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));

/**
 * A picture, white in the left half and black in the right one, as group 4 fax (ITU-T T.6): the first row states a run
 * of 32 white and one of 32 black pixels, the others no change; then the end of the block.
 */
const FAX = bytesOf(`001${'00011011'}${'000001101010'}${'11'.repeat(SIDE - 1)}${'000000000001'.repeat(2)}`);
const FAX_FILTER = `/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${SIDE}/Rows ${SIDE}>>`;

/** The first row of a drawing's PNG, without the byte for its filter. */
function firstRow(drawing: Drawing, bytes = SIDE / 8): string {
  const png = Buffer.from(drawing.read!());
  const parts: Buffer[] = [];
  for (let at = png.indexOf('IDAT'); at >= 0; at = png.indexOf('IDAT', at + 4))
    parts.push(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return inflateSync(Buffer.concat(parts))
    .subarray(1, 1 + bytes)
    .toString('hex');
}

test('fax images are decoded: as a picture, as a stencil, and in the content itself', async () => {
  const picture = await readImage(image(`/BitsPerComponent 1/ColorSpace/DeviceGray${FAX_FILTER}`, FAX));
  assert.equal(picture.job.drawings.length, 1);
  assert.equal(firstRow(picture.job.drawings[0]!), 'ffffffff00000000');
  const stencil = await readImage(image(`/BitsPerComponent 1/ImageMask true${FAX_FILTER}`, FAX));
  assert.equal(stencil.job.drawings.length, 1);
  assert.equal(firstRow(stencil.job.drawings[0]!), 'ffffffff00000000');
  const data = Buffer.from(FAX).toString('latin1');
  const content = `q 64 0 0 64 20 10 cm BI /W ${SIDE} /H ${SIDE} /BPC 1 /CS /G /F /CCF /DP <</K -1 /Columns ${SIDE}>> ID ${data}\nEI Q`;
  const { job } = await readWith(pdf, pdfOfPages([{ content }]), { workFolder: folder });
  // pdf.js returns small ones with their colours.
  assert.equal(firstRow(job.drawings[0]!, 4 * SIDE), `${'ffffffff'.repeat(SIDE / 2)}${'000000ff'.repeat(SIDE / 2)}`);
});

test('JBIG2 images are decoded', async () => {
  /** A segment (ISO/IEC 14492, 7.2) of page 1. */
  const segment = (number: number, type: number, data: Uint8Array): Buffer => {
    const head = Buffer.from([0, 0, 0, number, type, 0, 1, 0, 0, 0, 0]);
    head.writeUInt32BE(data.length, 7);
    return Buffer.concat([head, data]);
  };
  const size = Buffer.from([0, 0, 0, SIDE, 0, 0, 0, SIDE]);
  const page = segment(0, 48, Buffer.concat([size, Buffer.alloc(11)]));
  // A generic region packed as group 4 fax.
  const region = segment(1, 38, Buffer.concat([size, Buffer.alloc(9), Buffer.from([1]), FAX]));
  const { job } = await readImage(
    image('/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode', Buffer.concat([page, region])),
  );
  assert.equal(firstRow(job.drawings[0]!), 'ffffffff00000000');
});

/** 64 × 64 pixels of grey 90: a JPEG 2000 code stream (ITU-T T.800) of one tile without wavelet levels. */
const JPEG_2000 = Buffer.from(
  '/0//UQApAAIAAABAAAAAQAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAAABBwEB/1IADQEAAAEAAAQEAAGZ/1wABEBA/5AACgAAAAAANQAB/5PH1EgRUFSv/3/piV7EDgAAAAAAAAMJCX/+JDIAAAAAAAAABhIS/3//2Q==',
  'base64',
);

test('JPEG 2000 images are decoded', async () => {
  const { job } = await readImage(image('/Filter/JPXDecode', JPEG_2000));
  assert.equal(job.drawings.length, 1);
  assert.equal(firstRow(job.drawings[0]!, 4 * SIDE), '5a5a5aff'.repeat(SIDE));
});

/** 2560 × 4 pixels of grey 90 with one wavelet level, so that a reader can halve it. */
const WIDE = Buffer.from(
  '/0//UQApAAAAAAoAAAAABAAAAAAAAAAAAAAEAAAAAAQAAAAAAAAAAAABBwEB/1IADgEAAAEAAQQEAAGYmf9cAAdAQEhIUP+QAAoAAAAAAM4AAf+T8f1Cv6hX/UK/qFQIkRl5h8HoAAAADCQl+1iIAAAYSEsIkRl5h8HoAAAADCQl+1iIAAAYSEsIkRl5h8HoAAAADCQl+1iIAAAYSEsIkRl5h8HoAAAADCQl+1iIAAAYSEvx/UK/qFf9Qr+oVAiRGXmHwegAAAAMJCX7WIgAABhISwiRGXmHwegAAAAMJCX7WIgAABhISwiRGXmHwegAAAAMJCX7WIgAABhISwiRGXmHwegAAAAMJCX7WIgAABhIS4CA/5AACgABAAAAzgAB/5Px/UK/qFf9Qr+oVAiRGXmHwegAAAAMJCX7WIgAABhISwiRGXmHwegAAAAMJCX7WIgAABhISwiRGXmHwegAAAAMJCX7WIgAABhISwiRGXmHwegAAAAMJCX7WIgAABhIS/H9Qr+oV/1Cv6hUCJEZeYfB6AAAAAwkJftYiAAAGEhLCJEZeYfB6AAAAAwkJftYiAAAGEhLCJEZeYfB6AAAAAwkJftYiAAAGEhLCJEZeYfB6AAAAAwkJftYiAAAGEhLgID/kAAKAAIAAABuAAH/k/H9Qr+oV/1Cv6hUCJEZeYfB6AAAAAwkJftYiAAAGEhLCJEZeYfB6AAAAAwkJftYiAAAGEhLCJEZeYfB6AAAAAwkJftYiAAAGEhLCJEZeYfB6AAAAAwkJftYiAAAGEhLgP/Z',
  'base64',
);

test('large JPEG 2000 images are read at full size; one whose size differs from its dictionary is reported', async () => {
  const wide = (width: number): Promise<ReadResult> =>
    readImage({ text: `/Type/XObject/Subtype/Image/Width ${width}/Height 4/Filter/JPXDecode`, stream: WIDE });
  const whole = await wide(2560);
  assert.equal(Buffer.from(whole.job.drawings[0]!.read!()).readUInt32BE(16), 2560);
  assert.equal(whole.issues.count('pdf-image-resized'), 0);
  const { job, issues } = await wide(2000);
  assert.equal(Buffer.from(job.drawings[0]!.read!()).readUInt32BE(16), 2560);
  assert.equal(issues.count('pdf-image-resized'), 1);
});

describe('texts of fonts with national character codes are read as text', () => {
  for (const [code, ordering, hex, words] of [
    ['90ms-RKSJ-H', 'Japan1', '91aa935f82a03132', '測点あ12'],
    ['UniGB-UCS2-H', 'GB1', '6d4b70b9004100310032', '测点A12'],
  ] as const)
    test(JSON.stringify(code), async () => {
      const page = { content: `BT /F 20 Tf 50 50 Td <${hex}> Tj ET`, resources: '/Font<</F 3 0 R>>' };
      const { job } = await readWith(
        pdf,
        pdfOfPages(
          [page],
          [
            { text: `<</Type/Font/Subtype/Type0/BaseFont/Song/Encoding/${code}/DescendantFonts[4 0 R]>>` },
            {
              text: `<</Type/Font/Subtype/CIDFontType0/BaseFont/Song/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/Song/Flags 4>>>>`,
            },
          ],
        ),
        { workFolder: folder },
      );
      assert.equal(job.texts.text.get(0), words, code);
    });
});
