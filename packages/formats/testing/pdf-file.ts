import { deflateSync } from 'node:zlib';

/** One object of a PDF: its dictionary (or other value) and, for streams, the bytes. */
export interface PdfObject {
  readonly text: string;
  readonly stream?: Uint8Array;
}

/** A page: its content operators, entries of its dictionary and resources, and its size in points. */
export interface PdfPage {
  readonly content: string;
  readonly extras?: string;
  readonly resources?: string;
  readonly size?: readonly [width: number, height: number];
  /** Whether the content is stored uncompressed. */
  readonly isPlain?: boolean;
}

/** Joins objects 1, 2, 3 … into a PDF with its cross-reference table; object 1 is the catalogue. */
export function pdfOf(objects: readonly PdfObject[], trailer = ''): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const put = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    size += bytes.length;
  };
  put('%PDF-1.7\n');
  const places = objects.map(({ text, stream }, i) => {
    const at = size;
    if (stream === undefined) put(`${i + 1} 0 obj ${text} endobj\n`);
    else {
      put(`${i + 1} 0 obj <<${text}/Length ${stream.length}>> stream\n`);
      put(stream);
      put('\nendstream endobj\n');
    }
    return at;
  });
  const start = size;
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  put(`xref\n0 ${count}\n0000000000 65535 f \n${table}trailer <</Size ${count}/Root 1 0 R${trailer}>>\n`);
  put(`startxref\n${start}\n%%EOF\n`);
  // A Buffer's slice would be a view, and changing a copy must not change the original.
  return new Uint8Array(Buffer.concat(parts));
}

/** A PDF of pages. @param shared further objects; the first of them is object 3 */
export function pdfOfPages(pages: readonly PdfPage[], shared: readonly PdfObject[] = [], catalogue = ''): Uint8Array {
  const first = 3 + shared.length;
  const kids = pages.map((_, i) => `${first + 2 * i} 0 R`).join(' ');
  const own = pages.flatMap(({ content, extras = '', resources = '', size = [200, 100], isPlain }, i): PdfObject[] => [
    {
      text: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]${extras}/Contents ${first + 2 * i + 1} 0 R/Resources<<${resources}>>>>`,
    },
    isPlain === true
      ? { text: '', stream: Buffer.from(content, 'latin1') }
      : { text: '/Filter/FlateDecode', stream: deflateSync(Buffer.from(content, 'latin1')) },
  ]);
  return pdfOf([
    { text: `<</Type/Catalog/Pages 2 0 R${catalogue}>>` },
    { text: `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>` },
    ...shared,
    ...own,
  ]);
}

/**
 * An image object of unpacked samples. @param space its colour space @param extras further entries of its dictionary
 */
export function imageObject(
  width: number,
  height: number,
  bits: number,
  space: string,
  samples: Uint8Array,
  extras = '',
): PdfObject {
  const text = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent ${bits}${space}${extras}/Filter/FlateDecode`;
  return { text, stream: deflateSync(samples) };
}

/**
 * A grey JPEG of one even shade (ISO 10918-1, baseline): blocks of a DC difference and an end of block.
 * @param blocks of 8 × 8 pixels along each side
 */
export function greyJpeg(blocks: number): Uint8Array {
  const segment = (marker: number, ...bytes: number[]): number[] => [
    0xff,
    marker,
    (bytes.length + 2) >> 8,
    (bytes.length + 2) & 255,
    ...bytes,
  ];
  const side = 8 * blocks;
  const counts = (...used: number[]): number[] => [...used, ...new Array<number>(16 - used.length).fill(0)];
  // First block: category 6 (code 10), value 32 (100000), end of block (0); all others: no difference (0), end (0).
  const bits = `101000000${'00'.repeat(blocks * blocks - 1)}`;
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const data = padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...new Array<number>(64).fill(8)),
    ...segment(0xc0, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0),
    ...segment(0xc4, 0x00, ...counts(1, 1), 0, 6),
    ...segment(0xc4, 0x10, ...counts(1), 0),
    ...segment(0xda, 1, 1, 0x00, 0, 63, 0),
    ...data,
    ...[0xff, 0xd9],
  ]);
}

/** A JPEG as an image object. */
export function jpegObject(jpeg: Uint8Array, side: number, extras = ''): PdfObject {
  const text = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode${extras}`;
  return { text, stream: jpeg };
}
