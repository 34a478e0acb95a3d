/**
 * Characters that need escaping in XML: markup, white space that normalisation would change, and forbidden characters.
 */
const SPECIAL = /[&<>"\u0000-\u001f\ufffe\uffff\ud800-\udfff]/;
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** How a writer treats characters that XML 1.0 cannot hold (controls, lone surrogates). */
export type Forbidden = 'escape' | 'replace';

/**
 * Escapes an attribute value for double quotes.
 * @param forbidden `escape` writes `_xHHHH_` (see `unescapeForbidden`), `replace` writes U+FFFD
 */
export function escapeValue(text: string, forbidden: Forbidden): string {
  return escapeBy(text, /[&<>"\t\n\r]/g, forbidden);
}

/** Escapes the text of an element. */
export function escapeText(text: string, forbidden: Forbidden): string {
  return escapeBy(text, /[&<>\r]/g, forbidden);
}

function escapeBy(text: string, special: RegExp, forbidden: Forbidden): string {
  const held = forbidden === 'escape' ? escapeForbidden(text) : text.replace(FORBIDDEN, '\ufffd');
  return SPECIAL.test(held) ? held.replace(special, (character) => ESCAPES[character]!) : held;
}

/**
 * Writes characters that XML forbids as `_xHHHH_`, and an underscore that looks like the start of such an escape as
 * `_x005F_`. Source: ECMA-376-1 §22.9.2.19 (ST_Xstring).
 */
export function escapeForbidden(text: string): string {
  const plain = text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4})/g, '_x005F_') : text;
  if (!SPECIAL.test(plain)) return plain;
  return plain.replace(FORBIDDEN, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}

/** The inverse of `escapeForbidden`. */
export function unescapeForbidden(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
