import { JsonFault } from './fault.ts';

/** The grammar of a number (RFC 8259 §6), sticky so that it is only tried at one position. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/**
 * The end of the number that begins at `start`.
 * @throws {JsonFault} if it is not one: `01`, `1.`, `.5`, `+1`, `-`, `NaN`
 */
export function scanNumber(text: string, start: number): number {
  // Whole numbers, the usual case, need no regular expression.
  let at = start;
  let code = text.charCodeAt(at);
  while (code >= 0x30 && code <= 0x39) code = text.charCodeAt(++at);
  const plain =
    at > start && (text.charCodeAt(start) !== 0x30 || at === start + 1) && code !== 0x2e && (code | 0x20) !== 0x65;
  if (!plain) {
    NUMBER.lastIndex = start;
    if (!NUMBER.test(text)) throw new JsonFault('json-syntax', 'a number needs digits after its sign', start);
    at = NUMBER.lastIndex;
    code = text.charCodeAt(at);
  }
  if ((code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2b || code === 0x2d || (code | 0x20) === 0x65)
    throw new JsonFault('json-syntax', `${JSON.stringify(text.slice(start, at + 8))} is not a JSON number`, start);
  return at;
}

/**
 * The first position from `at` on that is not an ordinary character: a quote, a backslash, a control character, or the
 * end.
 */
export function plainEnd(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x5c || !(code >= 0x20)) return at;
    at++;
  }
}

/**
 * A string with other than ordinary characters, and the position after its closing quote.
 * @param start its opening quote
 * @param at the first character that is not ordinary
 * @throws {JsonFault} for control characters, unknown escapes, a missing end, and lone surrogates, which UTF-8 cannot
 * encode
 */
export function scanEscaped(text: string, start: number, at: number): { value: string; end: number } {
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code === 0x22) break;
    if (code === 0x5c) end = plainEnd(text, stepOverEscape(text, end));
    else if (Number.isNaN(code)) throw new JsonFault('json-syntax', 'a string has no closing quote', start);
    else
      throw new JsonFault(
        'json-syntax',
        `control character U+${hex(code)} inside a string; write it as \\u${hex(code)}`,
        end,
      );
  }
  end++;
  const value: string = JSON.parse(text.slice(start, end));
  if (!value.isWellFormed()) throw new JsonFault('json-surrogate', 'a string has half a surrogate pair', start);
  return { value, end };
}

const HEX4 = /[0-9a-fA-F]{4}/y;

/** Skips the escape whose backslash is at `at`. */
function stepOverEscape(text: string, at: number): number {
  const letter = text[at + 1];
  if (letter === 'u') {
    HEX4.lastIndex = at + 2;
    if (HEX4.test(text)) return at + 6;
  } else if (letter !== undefined && '"\\/bfnrt'.includes(letter)) return at + 2;
  throw new JsonFault('json-syntax', `unknown escape ${JSON.stringify(text.slice(at, at + 6))} in a string`, at);
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
