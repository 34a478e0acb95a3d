import { FORBIDDEN, IN_NAME, IN_TEXT, isSpace, isXmlName, SUSPECT } from './characters.ts';
import type { XmlErrorCode } from './failure.ts';

/** Returned if the window ends within the token: nothing was consumed, try again with more bytes. */
export const MORE = -1;

/**
 * Reports that the byte at a position is not allowed. After the window's last byte it returns `MORE` instead.
 * @throws XmlError otherwise
 */
export type Fail = (at: number, text: string, code?: XmlErrorCode) => typeof MORE;

/** How far back from its end a long text is searched for a place to split it. */
const FARTHEST_CUT = 4096;
const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.[0-9]+\1(\s+encoding\s*=\s*(["'])[A-Za-z][A-Za-z0-9._-]*\3)?(\s+standalone\s*=\s*(["'])(yes|no)\5)?\s*\?>$/;

/**
 * Whether `bytes` at `at` start with the ASCII `text`; the caller treats a difference beyond the window's end as MORE.
 */
export function matches(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Whether `bytes` at `at` start with `part`. */
export function holdsAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}

/** Whether the end tag of an element of that name, without blanks, is at `at`. */
export function isEndTag(bytes: Uint8Array, at: number, name: Uint8Array): boolean {
  const close = at + 2 + name.length;
  return bytes[at] === 0x3c && bytes[at + 1] === 0x2f && bytes[close] === 0x3e && holdsAt(bytes, at + 2, name);
}

/**
 * Where a long text can be split: after white space that is not the first half of a line end; `start` if not found.
 */
export function findCut(bytes: Uint8Array, start: number, end: number): number {
  for (let p = end - 1; p > end - FARTHEST_CUT; p--) if (isSpace(bytes[p]!) && bytes[p] !== 0x0d) return p + 1;
  return start;
}

/** Whether XML forbids the UTF-8 character at `at` (U+FFFE, U+FFFF, a surrogate); its first byte is SUSPECT. */
export function isForbiddenCharacter(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === 0xef) return bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe;
  return bytes[at + 1]! >= 0xa0;
}

/** Skips characters up to `close`; `from` is after the opening. Returns where `close` starts. */
function findClose(bytes: Uint8Array, from: number, close: string, what: string, fail: Fail): number {
  const first = close.charCodeAt(0);
  for (let p = from; ; p++) {
    const byte = bytes[p]!;
    if (byte === first && matches(bytes, p, close)) return p;
    const kind = IN_TEXT[byte];
    if (kind === FORBIDDEN) return fail(p, `a forbidden character in a ${what}, or a ${what} without an end`);
    if (kind === SUSPECT && isForbiddenCharacter(bytes, p)) return fail(p, `a forbidden character in a ${what}`);
  }
}

/** Position after a comment that starts at `at`, or MORE. */
export function passComment(bytes: Uint8Array, at: number, fail: Fail): number {
  const close = findClose(bytes, at + 4, '--', 'comment', fail);
  if (close === MORE) return MORE;
  return bytes[close + 2] === 0x3e ? close + 3 : fail(close + 2, '"--" within a comment');
}

/**
 * Position after a processing instruction that starts at `at`, or MORE. The XML declaration is only allowed if `first`.
 */
export function passInstruction(bytes: Buffer, at: number, first: boolean, fail: Fail): number {
  let p = at + 2;
  while (IN_NAME[bytes[p]!] === 1) p++;
  const target = bytes.toString('utf8', at + 2, p);
  const byte = bytes[p]!;
  if (!isSpace(byte) && byte !== 0x3f) return fail(p, 'a processing instruction without a target');
  if (!isXmlName(target) || target.includes(':'))
    return fail(at + 2, 'the target of a processing instruction is not a name');
  const close = findClose(bytes, p, '?>', 'processing instruction', fail);
  if (close === MORE) return MORE;
  if (!isSpace(byte) && close !== p) return fail(p, 'a processing instruction whose target is not followed by a space');
  if (target.toLowerCase() === 'xml') {
    const declaration = bytes.toString('latin1', at, close + 2);
    if (!first || !DECLARATION.test(declaration)) return fail(at, 'an XML declaration that is misplaced or malformed');
  }
  return close + 2;
}

/** Position of the `]]>` of the CDATA section that starts at `at`, or MORE. */
export function findSectionEnd(bytes: Uint8Array, at: number, fail: Fail): number {
  return findClose(bytes, at + '<![CDATA['.length, ']]>', 'CDATA section', fail);
}

/**
 * Position after a document type declaration that starts at `at`, or MORE. Only a bare name is accepted.
 * @throws XmlError `xml-doctype` for an internal subset or an external identifier, which are never read or fetched
 */
export function passDoctype(bytes: Buffer, at: number, fail: Fail): number {
  let p = at + '<!DOCTYPE'.length;
  if (!isSpace(bytes[p]!)) return fail(p, 'a document type declaration without a name');
  while (isSpace(bytes[p]!)) p++;
  const name = p;
  while (IN_NAME[bytes[p]!] === 1) p++;
  // Checked when the declaration is complete, because a window may end within the name.
  const named = isXmlName(bytes.toString('utf8', name, p));
  while (isSpace(bytes[p]!)) p++;
  if (!named && bytes[p] !== 0) return fail(name, 'a document type declaration without a name');
  if (bytes[p] === 0x3e) return p + 1;
  const what =
    bytes[p] === 0x5b
      ? 'an internal subset (entities may be declared in it)'
      : bytes[p] === 0x53 || bytes[p] === 0x50
        ? 'an external identifier (SYSTEM or PUBLIC)'
        : 'something unexpected';
  return fail(p, `the document type declaration has ${what}; it is refused, remove it from the file`, 'xml-doctype');
}
