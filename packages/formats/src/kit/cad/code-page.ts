import { DOS_PAGES } from './dos-pages.ts';
import { decodeJohab } from './johab.ts';

/** Names in the encoding standard for the Windows and ISO pages that CAD files name. */
const LABELS: Readonly<Record<string, string>> = {
  '866': 'ibm866',
  '874': 'windows-874',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '10000': 'macintosh',
  '28592': 'iso-8859-2',
  '65001': 'utf-8',
};

/** The same for pages that are named by words or by the number of a national standard. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/utf-?8/i, 'utf-8'],
  [/big-?5/i, 'big5'],
  [/gb-?2312/i, 'gbk'],
  [/ksc-?5601/i, 'euc-kr'],
  [/^mac(intosh|-?roman)?$/i, 'macintosh'],
];

/** Johab (Korean), by its name or its number. */
const JOHAB = /^(johab|.*1361)$/i;

/** Decodes bytes to text. */
export type TextDecode = (bytes: Uint8Array) => string;

/**
 * The decoder of a code page as CAD files name it (`ANSI_1252`, `dos850`, `ansi_936`, `UTF-8`, …); undefined when
 * unknown.
 */
export function codePage(name: string): TextDecode | undefined {
  if (JOHAB.test(name.trim())) return decodeJohab;
  const named = NAMED.find(([pattern]) => pattern.test(name.trim()))?.[1];
  if (named !== undefined) return decoderOf(named);
  const iso = /8859[-_ ]?(\d{1,2})\s*$/.exec(name)?.[1];
  if (iso !== undefined) return decoderOf(`iso-8859-${iso}`);
  const number = /(\d{3,5})\s*$/.exec(name)?.[1];
  if (number === undefined) return /ascii/i.test(name) ? decoderOf('windows-1252') : undefined;
  const upper = DOS_PAGES[number];
  if (upper !== undefined) return (bytes) => decodeTable(bytes, upper);
  const label = LABELS[number] ?? (/^125[0-8]$/.test(number) ? `windows-${number}` : undefined);
  return label === undefined ? undefined : decoderOf(label);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 where the bytes are valid UTF-8, else with the other decoder. */
export function utf8Or(fallback: TextDecode): TextDecode {
  return (bytes) => {
    try {
      return strictUtf8.decode(bytes);
    } catch {
      return fallback(bytes);
    }
  };
}

/** The decoder that a file without a stated code page gets. */
export const WINDOWS_1252: TextDecode = decoderOf('windows-1252')!;

function decoderOf(label: string): TextDecode | undefined {
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeTable(bytes: Uint8Array, upper: string): string {
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : upper[byte - 128]!;
  return text;
}
