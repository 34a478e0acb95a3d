/** Takes the encoded bytes one by one; true after the end mark of the encoding. */
export type Decoder = (byte: number) => boolean;

/** Gets the decoded bytes one by one. */
export type Put = (byte: number) => void;

const HEX_END = 0x3e;

/** ASCIIHexDecode (ISO 32000-1, 7.4.2). */
export function hexadecimal(put: Put): Decoder {
  let first = -1;
  return (byte) => {
    if (byte === HEX_END) {
      if (first >= 0) put(first << 4);
      return true;
    }
    const letter = byte | 0x20;
    const digit = byte >= 0x30 && byte <= 0x39 ? byte & 15 : letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
    if (digit < 0) return false;
    if (first < 0) first = digit;
    else {
      put((first << 4) | digit);
      first = -1;
    }
    return false;
  };
}

const BLANKS = [0, 9, 10, 12, 13, 32];
const FIRST_DIGIT = 0x21;
const LAST_DIGIT = 84;
const FOUR_ZEROS = 0x7a;
const BASE_85_END = 0x7e;

/** ASCII85Decode (ISO 32000-1, 7.4.3). */
export function base85(put: Put): Decoder {
  let [group, digits] = [0, 0];
  const putGroup = (count: number): void => {
    for (let i = 0; i < count; i++) put(Math.floor(group / 256 ** (3 - i)) & 0xff);
    [group, digits] = [0, 0];
  };
  return (byte) => {
    if (byte === BASE_85_END) {
      // The last group may be short: it is padded with the highest digit.
      const count = digits - 1;
      for (; digits < 5; digits++) group = group * 85 + LAST_DIGIT;
      if (count > 0) putGroup(count);
      return true;
    }
    if (BLANKS.includes(byte)) return false;
    if (byte === FOUR_ZEROS && digits === 0) putGroup(4);
    else {
      group = group * 85 + (byte - FIRST_DIGIT);
      if (++digits === 5) putGroup(4);
    }
    return false;
  };
}

const RUNS_END = 128;

/** RunLengthDecode (ISO 32000-1, 7.4.5): a length up to 127 precedes that many bytes and one, others one repeated. */
export function runs(put: Put): Decoder {
  let [plain, repeated] = [0, 0];
  return (byte) => {
    if (plain > 0) {
      plain--;
      put(byte);
    } else if (repeated > 0) for (; repeated > 0; repeated--) put(byte);
    else if (byte === RUNS_END) return true;
    else if (byte < RUNS_END) plain = byte + 1;
    else repeated = 257 - byte;
    return false;
  };
}

const CODES = 4096;
const MOST_BITS = 12;
const [CLEAR, CODES_END, FIRST_CODE] = [256, 257, 258];

/**
 * LZWDecode (ISO 32000-1, 7.4.4). As in pdf.js, any code that is not known yet repeats the last sequence and its first
 * byte, so that sequences may grow without end.
 * @param isEarly codes become longer one code before they must (`EarlyChange`)
 */
export function lzw(put: Put, isEarly: boolean): Decoder {
  const before = new Uint16Array(CODES);
  const last = Uint8Array.from({ length: CODES }, (_, code) => code);
  const lengths = new Uint32Array(CODES).fill(1, 0, CLEAR);
  const sequence: number[] = [];
  const early = isEarly ? 1 : 0;
  let [bits, count, width, next, previous] = [0, 0, 9, FIRST_CODE, -1];
  const take = (code: number): boolean => {
    if (code === CODES_END) return true;
    if (code === CLEAR) {
      [width, next, previous] = [9, FIRST_CODE, -1];
      sequence.length = 0;
      return false;
    }
    if (code < next) {
      sequence.length = lengths[code]!;
      for (let i = sequence.length - 1, at = code; i >= 0; i--, at = before[at]!) sequence[i] = last[at]!;
    } else sequence.push(sequence[0] ?? 0);
    if (previous >= 0 && next < CODES) {
      before[next] = previous;
      lengths[next] = lengths[previous]! + 1;
      last[next++] = sequence[0]!;
      if (next + early === 1 << width && width < MOST_BITS) width++;
    }
    previous = code;
    for (const byte of sequence) put(byte);
    return false;
  };
  return (byte) => {
    [bits, count] = [((bits << 8) | byte) & 0xffffff, count + 8];
    if (count < width) return false;
    count -= width;
    return take((bits >> count) & ((1 << width) - 1));
  };
}
