const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('windows-1252');
const wide = new TextDecoder('utf-16le');

/** Text of a V8 element: UTF-16 after FF FD, windows-1252 after FF FE 01 00, else UTF-8 if valid, else windows-1252. */
export function decodeV8Text(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfd)
    return trim(wide.decode(bytes.subarray(2, bytes.length - (bytes.length % 2))));
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 1 && bytes[3] === 0)
    return trim(latin1.decode(bytes.subarray(4)));
  try {
    return trim(utf8.decode(bytes));
  } catch {
    // Not valid UTF-8: the other encoding is the answer, not an error.
    return trim(latin1.decode(bytes));
  }
}

function trim(text: string): string {
  return text.replace(/\0+$/, '');
}
