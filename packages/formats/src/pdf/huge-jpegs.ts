const BEGIN = Buffer.from('stream');
/** Bytes before the first mark of a JPEG that pdf.js passes over. */
const JUNK = 64;
const MARK = 0xff;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
/** Frames that pdf.js unpacks: baseline, extended, progressive. */
const FRAMES = [0xc0, 0xc2] as const;

/**
 * Makes images of a PDF unreadable whose own JPEG header states more samples than anyone has: pdf.js looks at the size in their dictionary only,
 * and would take memory and minutes for what a few damaged bytes claim. JPEGs that are packed once more are not seen.
 * @param file the bytes that pdf.js gets; they are changed @param most samples: width × height × colours
 * @returns what the headers state, in words, in the order of the file
 */
export function hideHugeJpegs(file: Uint8Array, most: number): string[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const found: string[] = [];
  for (let at = bytes.indexOf(BEGIN); at >= 0; ) {
    const start = startOf(bytes, at + BEGIN.length);
    // Its end is called so, too.
    at = bytes.indexOf(BEGIN, at + BEGIN.length);
    if (start === undefined) continue;
    const frame = frameOf(bytes.subarray(start, at < 0 ? bytes.length : at));
    if (frame === undefined || frame.width * frame.height * frame.colours <= most) continue;
    found.push(`${frame.width} × ${frame.height} pixels of ${frame.colours} colours`);
    bytes.fill(0, start, start + 2);
  }
  return found;
}

/** Where the JPEG of a stream begins, as pdf.js looks for it: at the first mark. */
function startOf(bytes: Buffer, from: number): number | undefined {
  const mark = bytes.subarray(from, from + JUNK).indexOf(MARK);
  return mark >= 0 && bytes[from + mark + 1] === START_OF_IMAGE ? from + mark : undefined;
}

/** The first frame header (ISO 10918-1, B.2.2), found by the lengths of the segments before it and, where these lead to no mark, by the next one. */
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
