import { IN_NAME, isXmlCharacter } from './characters.ts';
import { type Fail, MORE } from './markup.ts';

const FIVE: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Longest accepted reference: `&#x0010FFFF;` with some leading zeros. */
const LONGEST_REFERENCE = 32;

/**
 * The text that a reference is replaced with.
 * @param body the part between `&` and `;`
 * @returns undefined if it is neither one of the five entities nor a valid character
 */
export function resolveReference(body: string): string | undefined {
  if (!body.startsWith('#')) return Object.hasOwn(FIVE, body) ? FIVE[body] : undefined;
  const hex = /^#x([0-9a-fA-F]+)$/.exec(body);
  const decimal = /^#([0-9]+)$/.exec(body);
  const code = hex ? Number.parseInt(hex[1]!, 16) : decimal ? Number(decimal[1]) : Number.NaN;
  return isXmlCharacter(code) ? String.fromCodePoint(code) : undefined;
}

/** Character data with normalised line ends and replaced references, which the scanner has checked. */
export function resolveText(text: string, normaliseOnly = false): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return normaliseOnly ? lines : replaceReferences(lines);
}

/**
 * An attribute value normalised as in XML 1.0, section 3.3.3: white space becomes spaces, then references are replaced.
 */
export function resolveValue(text: string): string {
  return replaceReferences(text.replace(/\r\n|[\t\n\r]/g, ' '));
}

function replaceReferences(text: string): string {
  return text.includes('&') ? text.replace(/&([^;&]+);/g, (all, body: string) => resolveReference(body) ?? all) : text;
}

/**
 * Position after the reference that starts at `at`, or MORE.
 * @throws XmlError `xml-entity` if it is neither one of the five entities nor a character reference
 */
export function passReference(bytes: Buffer, at: number, end: number, fail: Fail): number {
  let p = at + 1;
  while (p <= at + LONGEST_REFERENCE && (bytes[p] === 0x23 || IN_NAME[bytes[p]!] === 1)) p++;
  if (p >= end) return MORE;
  const body = bytes.toString('utf8', at + 1, p);
  if (bytes[p] === 0x3b && resolveReference(body) !== undefined) return p + 1;
  return fail(
    at,
    `the reference &${body}; only the five entities of XML and character references are supported`,
    'xml-entity',
  );
}
