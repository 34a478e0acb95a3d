import type { RawField, RawFile, RawRecord } from './raw.ts';

/** Bytes of a record that are shown in hex. */
const MOST_HEX_BYTES = 64;
/** Marks of fields whose meaning is not proven. */
const MARKS: Readonly<Record<string, string>> = { proven: '', stated: ' (stated)', fits: ' (fits)', unknown: ' (?)' };

/** A raw walk as readable text: every table, its pages, its first records with fields and bytes. */
export function rawText(raw: RawFile): string {
  const lines = [`${raw.kind} ${raw.version} "${raw.name}"`];
  for (const { table, title, recordSize, count, pages, records, unknownBytes } of raw.tables) {
    const places = pages
      .slice(0, 4)
      .map(({ offset, count: held, capacity }) => `${hex(offset)} ${held}/${capacity || '-'}`);
    const more = pages.length > places.length ? `, … ${pages.length} pages` : '';
    lines.push('', `table ${table}: ${title}, ${count} × ${recordSize} bytes, ${unknownBytes} of them unknown`);
    lines.push(`  pages at ${places.join(', ')}${more}`);
    for (const record of records) lines.push(...recordLines(record));
  }
  for (const element of raw.elements) {
    lines.push('', `element of ${element.list}, type ${element.type}`, ...recordLines(element));
  }
  for (const { severity, code, text } of raw.issues) lines.push('', `${severity}: ${code}: ${text}`);
  return `${lines.join('\n')}\n`;
}

function recordLines({ offset, hex: bytes, fields }: RawRecord): string[] {
  const shown = bytes.slice(0, 2 * MOST_HEX_BYTES);
  const rest = bytes.length > shown.length ? ` … ${bytes.length / 2} bytes` : '';
  return [`  at ${hex(offset)}: ${shown}${rest}`, ...fields.map(fieldLine)];
}

function fieldLine({ name, at, proof, value }: RawField): string {
  return `    @${at} ${name}${MARKS[proof]} = ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
}

const hex = (offset: number): string => `0x${offset.toString(16)}`;
