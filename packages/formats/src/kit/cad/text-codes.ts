import { codePage, WINDOWS_1252 } from './code-page.ts';

/** `\M+nXXXX`: n names a multi-byte page. Source: DXF reference and AutoCAD's MIF notes. */
const MIF_PAGES: Readonly<Record<string, string>> = {
  '1': 'ANSI_932',
  '2': 'ANSI_950',
  '3': 'ANSI_949',
  '4': 'ANSI_1361',
  '5': 'ANSI_936',
};
const SPECIAL: Readonly<Record<string, string>> = { d: '°', p: '±', c: 'Ø', '%': '%', o: '', u: '', k: '' };

/** Replaces `\U+XXXX` and `\M+nXXXX` by their characters; invalid ones stay as they are. */
export function decodeEscapes(text: string): string {
  if (!text.includes('+')) return text;
  return text
    .replace(/\\U\+([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\M\+([1-5])([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})/g, (all, page: string, high: string, low: string) => {
      const decode = codePage(MIF_PAGES[page]!);
      return decode?.(Uint8Array.of(Number.parseInt(high, 16), Number.parseInt(low, 16))) ?? all;
    });
}

/** Replaces caret codes of control characters: `^I` tab, `^J` line end, `^ ` the caret itself; others are dropped. */
export function decodeCarets(text: string): string {
  if (!text.includes('^')) return text;
  return text.replace(/\^([@-_ ])/g, (_, letter: string) => {
    if (letter === ' ') return '^';
    const control = letter.charCodeAt(0) - 64;
    if (control === 9) return '\t';
    if (control === 10) return '\n';
    return '';
  });
}

/** Most texts are short, and searching for every mark costs more than looking at their letters once. */
const SHORT = 32;
const [SPACE, PERCENT, PLUS, CARET, LAST_ASCII] = [32, 37, 43, 94, 127];

/** Whether a text is short and has none of the characters that codes and escapes begin with. */
function isPlain(text: string): boolean {
  if (text.length > SHORT) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === PERCENT || unit === PLUS || unit === CARET) return false;
  }
  return true;
}

/** Whether a text is empty or white space. */
export function isBlank(text: string): boolean {
  const first = text.length === 0 ? SPACE : text.charCodeAt(0);
  // Most texts begin with a letter or a digit.
  return (first <= SPACE || first > LAST_ASCII) && text.trim() === '';
}

/**
 * Text of a single-line text: `%%d`, `%%p`, `%%c`, `%%%`, `%%nnn` and escapes resolved, over- and underline dropped.
 */
export function plainText(raw: string): string {
  if (isPlain(raw)) return raw;
  return decodePercents(decodeCarets(decodeEscapes(raw)));
}

/** Resolves `%%d`, `%%p`, `%%c`, `%%%`, `%%nnn`; drops over- and underline marks. */
export function decodePercents(text: string): string {
  if (!text.includes('%%')) return text;
  return text.replace(/%%(\d{3}|.)/g, (all, code: string) => {
    if (code.length === 3) return characterOf(Number(code) & 255);
    return SPECIAL[code.toLowerCase()] ?? all;
  });
}

/** The character of a number; control characters give nothing. */
function characterOf(number: number): string {
  return number < SPACE || number === LAST_ASCII ? '' : WINDOWS_1252(Uint8Array.of(number));
}
