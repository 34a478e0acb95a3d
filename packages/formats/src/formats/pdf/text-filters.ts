/** Filters that encode bytes as letters (ISO 32000-1, 7.4.2 and 7.4.3), also by their short names. */
const HEX = ['ASCIIHexDecode', 'AHx'];
const BASE_85 = ['ASCII85Decode', 'A85'];
const BLANKS = [0, 9, 10, 12, 13, 32];
const FIRST_DIGIT = 0x21;
const FOUR_ZEROS = 0x7a;
const HEX_END = 0x3e;
const BASE_85_END = 0x7e;
const GROUP = 5;

/** The filters of a stream by the names in its dictionary, outermost first. */
export function filtersOf(dictionary: string): string[] {
  const list = /\/(?:Filter|F)\s{0,4}(\[[^\]]{0,200}\]|\/\w{1,20})/.exec(dictionary)?.[1] ?? '';
  return list.match(/\w+/g) ?? [];
}

/**
 * Removes the outermost filters that encode bytes as letters. @param filters the removed ones are taken off this list
 */
export function fromLetters(data: Buffer, filters: string[]): Buffer {
  let bytes = data;
  for (let name = filters[0]; name !== undefined; name = filters[0]) {
    if (HEX.includes(name)) bytes = fromHex(bytes);
    else if (BASE_85.includes(name)) bytes = fromBase85(bytes);
    else break;
    filters.shift();
  }
  return bytes;
}

function fromHex(data: Buffer): Buffer {
  const end = data.indexOf(HEX_END);
  const digits = data.toString('latin1', 0, end < 0 ? data.length : end).replace(/[^\da-fA-F]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

function fromBase85(data: Buffer): Buffer {
  const bytes = Buffer.alloc(4 * data.length);
  let size = 0;
  let group = 0;
  let digits = 0;
  const put = (count: number): void => {
    for (let i = 0; i < count; i++) bytes[size++] = Math.floor(group / 256 ** (3 - i)) % 256;
    [group, digits] = [0, 0];
  };
  for (const byte of data) {
    if (byte === BASE_85_END) break;
    if (BLANKS.includes(byte)) continue;
    if (byte === FOUR_ZEROS && digits === 0) {
      size += 4;
      continue;
    }
    group = group * 85 + (byte - FIRST_DIGIT);
    if (++digits === GROUP) put(4);
  }
  // The last group may be short: it is padded with the highest digit.
  if (digits > 1) {
    const count = digits - 1;
    for (; digits < GROUP; digits++) group = group * 85 + 84;
    put(count);
  }
  return bytes.subarray(0, size);
}
