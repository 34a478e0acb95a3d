import { type ColumnMap, FIELDS } from '@fieldbridge/ticket-file/column-map.ts';
import { csvRows, guessDelimiter } from '@fieldbridge/ticket-file/csv.ts';
import { csvTickets, type TicketRow } from '@fieldbridge/ticket-file/csv-tickets.ts';
import { DateFormat } from '@fieldbridge/ticket-file/date-format.ts';
import { decoded } from '@fieldbridge/ticket-file/decoded.ts';
import { type Answered, outcomeOf } from '@fieldbridge/ticket-file/outcome.ts';
import type { Refused } from '@fieldbridge/ticket-file/refused-csv.ts';

export type { TicketRow } from '@fieldbridge/ticket-file/csv-tickets.ts';

/** How a file of tickets is read. Empty texts count as not given. */
export interface ImportSettings {
  readonly encoding: string;
  readonly delimiter: string;
  readonly decimalComma: boolean;
  readonly dateFormat: string;
  readonly timeZone: string;
  /** The column of each field. */
  readonly columns: Readonly<Record<string, string>>;
  /** A value of each field for every ticket. */
  readonly constants: Readonly<Record<string, string>>;
}

/** Encodings in which programs of weigh bridges write. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'windows-1250', 'utf-16le'] as const;

/** What a file is read from. */
type Bytes = Pick<Blob, 'slice' | 'size'>;

const PIECE = 1 << 20;

async function* bytesOf(file: Bytes): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE) yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
}

/** The names of the columns and some unchanged rows, so that a person can assign the columns. */
export async function lookAt(
  file: Bytes,
  { encoding, delimiter }: ImportSettings,
  most: number,
): Promise<{ readonly heading: readonly string[]; readonly rows: readonly (readonly string[])[] }> {
  const rows: (readonly string[])[] = [];
  let text = '';
  for await (const piece of decoded(bytesOf(file.slice(0, PIECE)), encoding)) text += piece;
  text = text.replace(/^\uFEFF/, '');
  const first = text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  async function* whole(): AsyncGenerator<string> {
    yield text;
  }
  for await (const { cells } of csvRows(whole(), delimiterOf(delimiter) ?? guessDelimiter(first))) {
    rows.push(cells);
    if (rows.length > most) break;
  }
  const [heading = [], ...rest] = rows;
  return { heading, rows: rest };
}

function delimiterOf(name: string): string | undefined {
  return name === 'tab' ? '\t' : name === '' ? undefined : name;
}

/** Names of columns that programs use for a field, in lower case without accents. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  externalId: ['ticket', 'ticketnumber', 'ticketno', 'number', 'bon', 'bonnummer', 'wiegescheinnr', 'scheinnr', 'nr'],
  'nettWeight.quantity': ['nett', 'net', 'netto', 'nettoweight', 'nettgewicht', 'nettogewicht'],
  'grossWeight.quantity': ['gross', 'bruto', 'brutto', 'bruttogewicht', 'brutogewicht'],
  'tareWeight.quantity': ['tare', 'tarra', 'tara', 'taragewicht'],
  'nettWeight.unit': ['unit', 'eenheid', 'einheit'],
  'nettWeight.datetime': ['datetime', 'time', 'date', 'datum', 'datumtijd', 'zeit', 'zeitpunkt', 'weighed'],
  'vehicle.licenseplate': ['plate', 'licenceplate', 'licenseplate', 'kenteken', 'kennzeichen', 'vehicle'],
  'product.name': ['product', 'material', 'materiaal', 'produkt', 'artikel'],
  'customer.name': ['customer', 'klant', 'kunde'],
  'project.identifier': ['project', 'projekt', 'werk', 'baustelle'],
};

/** The likely column of each field: one with the field's own name, or with a name that programs use. */
export function guessColumns(heading: readonly string[]): Record<string, string> {
  const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const found: Record<string, string> = {};
  const used = new Set<string>();
  const take = (field: string, fits: (name: string) => boolean): void => {
    const name = heading.find((one) => one !== '' && !used.has(one) && fits(one));
    if (name === undefined || found[field] !== undefined) return;
    found[field] = name;
    used.add(name);
  };
  for (const field of FIELDS.keys()) take(field, (name) => name === field);
  for (const [field, names] of Object.entries(CALLED)) take(field, (name) => names.includes(plain(name)));
  return found;
}

/**
 * The tickets of a file, one after another.
 * @throws MapFault for an impossible column, date format or zone; FileFault for a file that cannot be read
 */
export function ticketsOf(file: Bytes, settings: ImportSettings): AsyncGenerator<TicketRow> {
  const { encoding, delimiter, decimalComma, dateFormat, timeZone, columns, constants } = settings;
  const given = (values: Readonly<Record<string, string>>): [string, string][] =>
    Object.entries(values).filter(([, value]) => value !== '');
  const map: ColumnMap = { columns: new Map(given(columns)), constants: new Map(given(constants)) };
  const hasDates = dateFormat !== '' || timeZone !== '';
  return csvTickets(decoded(bytesOf(file), encoding), {
    ...{ map, decimalComma, ...(delimiter !== '' && { delimiter }) },
    ...(hasDates && { dates: new DateFormat(dateFormat || undefined, timeZone || undefined) }),
  });
}

/** Whether the numbers of the quantities have a decimal comma; undefined if some rows do not show it. */
export function guessDecimalComma(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  columns: Readonly<Record<string, string>>,
): boolean | undefined {
  const own = Object.entries(columns).flatMap(([field, name]) =>
    field.endsWith('.quantity') ? [heading.indexOf(name)] : [],
  );
  const numbers = rows.flatMap((cells) => own.map((column) => cells[column]?.trim() ?? ''));
  if (numbers.some((one) => /^-?[\d.]*\d,\d+$/.test(one))) return true;
  return numbers.some((one) => /^-?\d+\.\d+$/.test(one)) ? false : undefined;
}

/** Progress of an import. */
export interface Progress {
  readonly rows: number;
  readonly created: number;
  readonly present: number;
  readonly refused: number;
}

/** Rows sent together. */
const BATCH = 200;

/**
 * Sends the tickets of a file, in order. Stored ones are left unchanged, so it can be repeated at any time.
 * @param send sends JSON texts of tickets; an answer for each
 */
export async function importTickets(
  rows: AsyncIterable<TicketRow>,
  send: (texts: readonly string[]) => Promise<readonly Answered[]>,
  onProgress: (progress: Progress, refused: readonly Refused[]) => void,
): Promise<void> {
  const counts = { rows: 0, created: 0, present: 0, refused: 0 };
  const flush = async (batch: readonly TicketRow[]): Promise<void> => {
    const texts = batch.flatMap(({ text }) => text ?? []);
    const answers = (texts.length === 0 ? [] : await send(texts)).values();
    const refused: Refused[] = [];
    for (const { line, text, fault = '', externalId = '', cells = [] } of batch) {
      const { result, reason } =
        text === undefined ? { result: 'refused' as const, reason: fault } : outcomeOf(answers.next().value!);
      counts[result]++;
      if (result === 'refused') refused.push({ line, externalId, reason, cells });
    }
    counts.rows += batch.length;
    onProgress({ ...counts }, refused);
  };
  let batch: TicketRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    await flush(batch);
    batch = [];
  }
  await flush(batch);
}
