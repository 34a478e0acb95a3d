const latin1 = new TextDecoder('windows-1252');
const wide = new TextDecoder('utf-16le', { ignoreBOM: true });

/** Text of an element: two bytes per character if it begins with FF FD, else windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfd) return wide.decode(bytes.subarray(2, bytes.length - (bytes.length % 2)));
  return latin1.decode(bytes).replace(/\0+$/, '');
}
