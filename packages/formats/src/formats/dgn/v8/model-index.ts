import { unpack } from './pages.ts';

/** Stream with the names of the models. */
export const MODEL_INDEX = '/Dgn^Ix/Dgn~Mix';
const MAGIC = 0xaa00ba11;
const HEADER = 16;
const ENTRY_HEADER = 32;
const MOST_MODELS = 10_000;
const wide = new TextDecoder('utf-16le');

/**
 * Names of models by their storage (`#000000`, hexadecimal): {u32 magic, u32 version, u32 count, u32} and entries of
 * {u16 kind, u16, u32 storage, u64, u16 bytes of the entry, u16 bytes of the name, u32 bytes of the description, …,
 * name @20}.
 * Sources: the notes of ezdgn and v8file.net (MIT); nine files agree.
 * @throws FormatError `dgn-page-damaged`
 */
export function readModelIndex(packed: Uint8Array): Map<string, string> {
  const bytes = unpack(packed, 'the index of models');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = new Map<string, string>();
  if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC) return names;
  for (let at = HEADER; at + ENTRY_HEADER <= bytes.length && names.size < MOST_MODELS; ) {
    const size = view.getUint16(at + 0x10, true);
    const length = view.getUint16(at + 0x12, true);
    if (size < ENTRY_HEADER + length || at + size > bytes.length) break;
    const storage = `#${view
      .getUint32(at + 4, true)
      .toString(16)
      .padStart(6, '0')}`;
    names.set(storage, wide.decode(bytes.subarray(at + ENTRY_HEADER, at + ENTRY_HEADER + length)));
    at += size;
  }
  return names;
}
