import { strToU8, zipSync } from 'fflate';

/** A text, or a number by its exact decimal digits. */
export type Cell = string | { readonly digits: string };

/** Office Open XML has no other way for these (ECMA-376 part 1, 22.9.2.19); the rest of C0 is no XML at all. */
const UNSHOWN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** Longest text of a cell that spreadsheets take. */
const MOST_TEXT = 32_767;
/** Most decimals with a separate number format. */
const MOST_DECIMALS = 6;
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/**
 * A workbook (.xlsx) of one sheet. Texts are never formulas, and numbers show as many decimals as were sent: 25.40 is
 * not shown as 25.4. Source: ECMA-376, parts 1 and 2.
 * @param title of the sheet @param head names of the columns
 */
export function spreadsheet(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/sheet.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
    '_rels/.rels': related([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': related([
      ['worksheet', 'sheet.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/styles.xml': styles(),
    'xl/sheet.xml': `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>${row(1, head, HEAD)}${rows.map((cells, i) => row(i + 2, cells)).join('')}</sheetData></worksheet>`,
  };
  const declared = Object.entries(parts).map(([name, xml]) => [
    name,
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
  ]);
  return zipSync(Object.fromEntries(declared) as Record<string, Uint8Array>);
}

/** Index of the style of headings; a number with n decimals has the index n. */
const HEAD = MOST_DECIMALS + 1;
/** The first number that a custom format may have. */
const OWN_FORMAT = 164;

function styles(): string {
  const decimals = Array.from({ length: MOST_DECIMALS + 1 }, (_, n) => n);
  const format = (n: number): string => (n === 0 ? '0' : `0.${'0'.repeat(n)}`);
  const formats = decimals.map((n) => `<numFmt numFmtId="${OWN_FORMAT + n}" formatCode="${format(n)}"/>`).join('');
  const cells = decimals.map((n) => `<xf numFmtId="${OWN_FORMAT + n}" applyNumberFormat="1"/>`).join('');
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${decimals.length}">${formats}</numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${HEAD + 1}">${cells}<xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`;
}

function row(number: number, cells: readonly Cell[], style?: number): string {
  const written = cells.map((cell, i) => {
    const place = `r="${columnName(i)}${number}"`;
    const isNumber = typeof cell !== 'string' && /^-?\d+(?:\.\d+)?$/.test(cell.digits);
    const text = typeof cell === 'string' ? cell : cell.digits;
    if (text === '') return '';
    if (isNumber) {
      const decimals = Math.min(MOST_DECIMALS, text.split('.')[1]?.length ?? 0);
      return `<c ${place} s="${decimals}"><v>${text}</v></c>`;
    }
    const shown = escaped(text.slice(0, MOST_TEXT));
    const styled = style === undefined ? '' : ` s="${style}"`;
    return `<c ${place} t="inlineStr"${styled}><is><t xml:space="preserve">${shown}</t></is></c>`;
  });
  return `<row r="${number}">${written.join('')}</row>`;
}

/** A to Z, AA, AB … */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function related(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], i) => `<Relationship Id="r${i}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

/** Names of sheets have at most 31 characters and none of these. */
const sheetName = (title: string): string => title.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31) || 'Sheet';

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(UNSHOWN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
