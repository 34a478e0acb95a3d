import { damaged } from './damage.ts';

/** Releases whose file header is encrypted and names a map of pages (2007 has a header of its own). */
const WITH_PAGE_MAP = ['2004', '2010', '2013', '2018'];
/** Place and size of the encrypted header, and of the page map's address in it (Open Design Specification, 4.1). */
const HEADER = 0x80;
const HEADER_SIZE = 0x6c;
const MAP_ADDRESS = 0x54;
/** Addresses in the header count from here. */
const BASE = 0x100;
const MARK = 'AcFssFcAJMB';
/** Type of the page that holds the page map. */
const PAGE_MAP = 0x41630e3b;
const PAGE_HEADER = 20;
/** A page map has eight bytes for each page, and a page is no shorter than that. */
const LEAST_ROOM = 1 << 16;

/**
 * Checks the address and the stated size of the page map. The library makes room for whatever size is stated there and walks it.
 * @throws FormatError `dwg-damaged`
 */
export function checkPageMap(bytes: Uint8Array, release: string): void {
  if (!WITH_PAGE_MAP.includes(release)) return;
  if (bytes.length < HEADER + HEADER_SIZE) throw damaged('it ends inside its header', bytes.length);
  const header = decrypted(bytes.subarray(HEADER, HEADER + HEADER_SIZE));
  const mark = String.fromCharCode(...header.subarray(0, MARK.length));
  if (mark !== MARK) throw damaged('its encrypted header does not begin with its mark', HEADER);
  const fields = new DataView(header.buffer);
  const address = fields.getUint32(MAP_ADDRESS, true) + fields.getUint32(MAP_ADDRESS + 4, true) * 2 ** 32 + BASE;
  if (address + PAGE_HEADER > bytes.length)
    throw damaged(`its page map lies at byte ${address}, behind its end`, HEADER);
  const page = new DataView(bytes.buffer, bytes.byteOffset + address, PAGE_HEADER);
  const [type, size, packed] = [page.getUint32(0, true), page.getUint32(4, true), page.getUint32(8, true)];
  if (type !== PAGE_MAP) throw damaged('there is no page map where its header says', address);
  if (size > bytes.length + LEAST_ROOM || address + PAGE_HEADER + packed > bytes.length)
    throw damaged(`its page map says it has ${size} bytes, ${packed} of them in the file`, address);
}

/** The header is combined with a fixed sequence of a linear congruential generator. */
function decrypted(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  let seed = 1;
  return Uint8Array.from(bytes, (byte) => {
    seed = (Math.imul(seed, 0x343fd) + 0x269ec3) | 0;
    return byte ^ ((seed >> 16) & 255);
  });
}
