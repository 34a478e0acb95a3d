import { decodeCarets, decodeEscapes, decodePercents } from './text-codes.ts';

/** Format codes that take a value up to the next semicolon. */
const WITH_VALUE = /[ACFHQTWfp]/;
/** Format codes without a value: over-, under- and strike-through lines on and off. */
const ALONE = /[LlOoKkNX]/;

/**
 * Plain text of a formatted multi-line text (MTEXT): fonts, heights, colours, stacking and paragraph settings dropped,
 * `\P` and `\n` line ends (and a `\p` whose settings do not end) kept as \n, stacked fractions written as `1/2`.
 * Source: DXF reference, "MTEXT formatting codes".
 */
export function plainMtext(raw: string): string {
  const text = decodeCarets(decodeEscapes(raw));
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const unit = text[at]!;
    if (unit === '{' || unit === '}') {
      at++;
      continue;
    }
    if (unit !== '\\' || at + 1 >= text.length) {
      plain += unit;
      at++;
      continue;
    }
    const code = text[at + 1]!;
    at += 2;
    if (code === 'P' || code === 'n' || code === 'N') plain += '\n';
    else if (code === '~') plain += '\u00a0';
    else if (code === '\\' || code === '{' || code === '}') plain += code;
    else if (code === 'S') {
      const end = endOfValue(text, at);
      const stack = stacked(text.slice(at, end));
      // 50 with a tolerance or a fraction above it must not read as 500.01 or 501/4.
      if (/\d$/.test(plain) && /^\d/.test(stack)) plain += ' ';
      plain += stack;
      at = end + 1;
    } else if (code === 'p' && !text.includes(';', at)) plain += '\n';
    else if (WITH_VALUE.test(code) || code === 'c') at = endOfValue(text, at) + 1;
    else if (!ALONE.test(code)) plain += `\\${code}`;
  }
  // Carets and escapes are resolved last: what looks like one now was spelled by one.
  return decodePercents(plain);
}

/** Index of the semicolon that ends a value, or of the last character. */
function endOfValue(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === ';') return i;
  }
  return text.length;
}

/** `1^ 2`, `1/2` and `1#2` all become a fraction; tolerances (`+1^-2`) keep a blank between. */
function stacked(value: string): string {
  const clean = value.replace(/\\(.)/g, '$1');
  const match = /^(.*?)(\^ ?|[/#])(.*)$/s.exec(clean);
  if (match === null) return clean;
  const [, upper, mark, lower] = match as unknown as [string, string, string, string];
  return mark.startsWith('^') ? `${upper} ${lower}`.trim() : `${upper}/${lower}`;
}
