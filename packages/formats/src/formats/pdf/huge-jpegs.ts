import { filtersOf, unpack } from './filters.ts';
import { streamsIn } from './streams.ts';

const BEGIN = Buffer.from('stream');
const JPEG = ['DCTDecode', 'DCT'];
/** Bytes before the first mark of a JPEG that pdf.js skips. */
const JUNK = 64;
const MARK = 0xff;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
/** Frames that pdf.js unpacks: baseline, extended, progressive. */
const FRAMES = [0xc0, 0xc2] as const;
/** Unpacked bytes of a packed JPEG that are searched for its header, after profiles and thumbnails. */
const HEAD = 2 ** 23;

/**
 * Makes images of a PDF unreadable if their own JPEG header states more than `most` samples: pdf.js checks only the
 * size in their dictionary, and would spend memory and minutes on the claim of a few damaged bytes. JPEGs of an
 * encrypted file are not checked.
 * @param file the bytes that pdf.js gets; they are changed
 * @param names objects that are names or lists of names, by number (`nameObjectsOf`)
 * @param most samples: width × height × colours
 * @returns descriptions of the stated sizes, in file order, packed images last
 */
export async function hideHugeJpegs(
  file: Uint8Array,
  names: ReadonlyMap<number, string>,
  most: number,
): Promise<string[]> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const found: string[] = [];
  const isHuge = (jpeg: Buffer): boolean => {
    const frame = frameOf(jpeg);
    if (frame === undefined || frame.width * frame.height * frame.colours <= most) return false;
    found.push(`${frame.width} × ${frame.height} pixels of ${frame.colours} colours`);
    return true;
  };
  for (let at = bytes.indexOf(BEGIN); at >= 0; ) {
    const start = startOf(bytes, at + BEGIN.length);
    // The end keyword contains it, too.
    at = bytes.indexOf(BEGIN, at + BEGIN.length);
    if (start !== undefined && isHuge(bytes.subarray(start, at < 0 ? bytes.length : at)))
      bytes.fill(0, start, start + 2);
  }
  for (const { dictionary, data } of streamsIn(bytes)) {
    const filters = filtersOf(dictionary, (object) => names.get(object) ?? '');
    if (filters.names.length === 0 || !JPEG.includes(filters.image ?? '')) continue;
    const jpeg = await headOf(data, filters.names, dictionary);
    const start = startOf(jpeg, 0);
    // It no longer unpacks to a JPEG.
    if (start !== undefined && isHuge(jpeg.subarray(start))) data.fill(0);
  }
  return found;
}

/** The start of a JPEG that is packed again. */
async function headOf(data: Buffer, filters: readonly string[], dictionary: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const enough = new Error('enough');
  const take = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > HEAD) throw enough;
  };
  try {
    // Bombs were refused before.
    await unpack(data, filters, dictionary, () => {}, take);
  } catch (error) {
    if (error !== enough) throw error;
  }
  return Buffer.concat(chunks);
}

/** The start of the JPEG in a stream, searched for like in pdf.js: at the first mark. */
function startOf(bytes: Buffer, from: number): number | undefined {
  const mark = bytes.subarray(from, from + JUNK).indexOf(MARK);
  return mark >= 0 && bytes[from + mark + 1] === START_OF_IMAGE ? from + mark : undefined;
}

/**
 * The first frame header (ISO 10918-1, B.2.2), found by the lengths of the segments before it and, where these lead to
 * no mark, by the next one.
 */
function frameOf(bytes: Buffer): { width: number; height: number; colours: number } | undefined {
  for (let at = 2; at + 10 <= bytes.length; ) {
    const kind = bytes[at + 1]!;
    if (bytes[at] !== MARK || kind < FRAMES[0] || kind === MARK) {
      at++;
      continue;
    }
    if (kind >= FRAMES[0] && kind <= FRAMES[1])
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), colours: bytes[at + 9]! };
    if (kind === START_OF_SCAN) return undefined;
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}
