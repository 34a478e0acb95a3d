import { parseUnit } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import type { OptionTable, OptionValues } from '../../core/options.ts';
import { knowsEncoding } from '../../kit/text/encoding.ts';
import { parseDelimiter } from './delimiter.ts';
import type { LayoutWishes } from './guess-layout.ts';
import { ANGLE_FORMATS, type AngleFormat } from './layout.ts';
import { parseRoles, type Role } from './roles.ts';
import { TEMPLATES, type Template, templateById } from './templates.ts';

const TEMPLATE_IDS = TEMPLATES.map(({ id }) => id);

/** Literally, as the table of texts needs it; a test compares it with `ROLES`. */
const COLUMNS_HELP =
  'names (name, northing, easting, elevation, code, description, layer, date, time, quality, latitude, longitude, height, list, skip, attribute:NAME) joined by commas, or letters such as PNEZD (P name, N, E, Z, D description, C code, L layer, - skip)';

/** Options for reading points. Whatever is not stated is guessed and reported with its confidence. */
export const POINTS_READ_OPTIONS: OptionTable = {
  template: {
    type: 'string',
    enum: TEMPLATE_IDS,
    description: 'Layout of a known program; other options override it.',
  },
  columns: { type: 'string', maxLength: 1000, description: `Columns of the file from left to right: ${COLUMNS_HELP}.` },
  order: { type: 'string', enum: ['NE', 'EN', 'NEZ', 'ENZ'], description: 'Which coordinate comes first.' },
  delimiter: {
    type: 'string',
    maxLength: 12,
    description: 'Delimiter of columns: comma, semicolon, tab, bar, blanks, or the character itself.',
  },
  decimal: { type: 'string', enum: ['point', 'comma'], description: 'Decimal mark.' },
  encoding: {
    type: 'string',
    maxLength: 32,
    description: 'Character encoding by its WHATWG label: utf-8, windows-1252, windows-1250, utf-16le, shift_jis, …',
  },
  header: {
    type: 'string',
    enum: ['auto', 'true', 'false'],
    default: 'auto',
    description: 'Whether the first line names the columns.',
  },
  angle: {
    type: 'string',
    enum: ANGLE_FORMATS,
    description: 'Notation of latitudes and longitudes: decimal degrees, dms (parts), packed (DDD.MMSS) or gon.',
  },
  list: { type: 'string', maxLength: 200, description: "Name of the point list; the file's name by default." },
  linework: {
    type: 'boolean',
    default: false,
    description: 'Draw lines from codes with control codes (KERB1 B, E, CLS, …).',
  },
  controls: {
    type: 'string',
    maxLength: 2000,
    description:
      'Control codes of the linework if they differ from the usual ones: start=B,BEG; end=E; close=CLS; arc=ARC; lines=KERB,FENCE (codes that draw lines without a control code).',
  },
  control: {
    type: 'string',
    maxLength: 4096,
    description:
      'Control pairs that localise latitudes and longitudes to the site grid: name,easting,northing,elevation,latitude,longitude,height joined by semicolons.',
  },
};

/** Options for writing points. */
export const POINTS_WRITE_OPTIONS: OptionTable = {
  template: {
    type: 'string',
    enum: TEMPLATE_IDS,
    description: 'Layout of a known program; other options override it.',
  },
  columns: { type: 'string', maxLength: 1000, description: `Columns to write: ${COLUMNS_HELP}.` },
  delimiter: {
    type: 'string',
    maxLength: 12,
    description: 'Delimiter of columns: comma, semicolon, tab, bar, blanks, or the character itself.',
  },
  decimal: { type: 'string', enum: ['point', 'comma'], description: 'Decimal mark.' },
  header: { type: 'boolean', description: 'Whether the first line names the columns.' },
  decimals: {
    type: 'integer',
    minimum: 0,
    maximum: 12,
    description: 'Decimals of coordinates; by default as many as each coordinate needs to be exact.',
  },
  encoding: {
    type: 'string',
    enum: ['utf-8', 'utf-16le', 'windows-1252'],
    description: 'Character encoding of the file.',
  },
  bom: { type: 'boolean', description: 'Whether the file begins with a byte order mark.' },
  lineEnd: { type: 'string', enum: ['lf', 'crlf'], description: 'How lines end.' },
  list: { type: 'string', maxLength: 200, description: 'Write only the points of this point list.' },
  formulas: {
    type: 'string',
    enum: ['keep', 'escape'],
    default: 'keep',
    description:
      'escape puts an apostrophe before texts that a spreadsheet would run as a formula (=, +, -, @); reading removes it. Downloads by a browser escape by default.',
  },
};

/** The template named in the options, if any. */
export function templateOf(options: OptionValues): Template | undefined {
  return options['template'] === undefined ? undefined : templateById(String(options['template']));
}

/** The delimiter in the options. @throws FormatError `option-invalid` */
export function delimiterOf(options: OptionValues): string | undefined {
  if (options['delimiter'] === undefined) return undefined;
  const delimiter = parseDelimiter(String(options['delimiter']));
  if (delimiter !== undefined) return delimiter;
  throw invalid(
    'delimiter',
    `"${options['delimiter']}" is not a delimiter; use comma, semicolon, tab, bar, blanks or a single character`,
  );
}

/** The columns in the options. @throws FormatError `option-invalid` */
export function columnsOf(options: OptionValues): Role[] | undefined {
  if (options['columns'] === undefined) return undefined;
  const roles = parseRoles(String(options['columns']));
  if (Array.isArray(roles)) return roles;
  throw invalid('columns', `"${roles.unknown}" is not a column; known: ${COLUMNS_HELP}`);
}

/** Checks that columns to read have different meanings. @throws FormatError `option-invalid` */
function eachOnce(columns: Role[] | undefined): Role[] | undefined {
  const twice = columns?.find((role, i) => role !== 'skip' && columns.indexOf(role) !== i);
  if (twice !== undefined) throw invalid('columns', `names "${twice}" twice; use - for a column to skip`);
  return columns;
}

/** The caller's statements about a file to read. @throws FormatError `option-invalid` naming the option */
export function wishesOf(options: OptionValues): LayoutWishes {
  const template = templateOf(options);
  const encoding = options['encoding'] === undefined ? undefined : String(options['encoding']).toLowerCase();
  if (encoding !== undefined && !knowsEncoding(encoding)) throw invalid('encoding', `"${encoding}" is unknown`);
  const header = options['header'];
  return {
    encoding: encoding === undefined ? undefined : new TextDecoder(encoding).encoding,
    delimiter: delimiterOf(options) ?? template?.delimiter,
    decimal: (options['decimal'] as 'point' | 'comma' | undefined) ?? template?.decimal,
    // A template with a header does not turn a first row of numbers into one.
    header: header === 'true' ? true : header === 'false' || template?.header === false ? false : undefined,
    roles: eachOnce(columnsOf(options)) ?? template?.columns,
    order: options['order'] === undefined ? undefined : (String(options['order']).slice(0, 2) as 'NE' | 'EN'),
    angle: (options['angle'] as AngleFormat | undefined) ?? template?.angle,
    unit: options['unit'] === undefined ? undefined : parseUnit(String(options['unit'])),
  };
}

/** The error for an option with an invalid value. */
export function invalid(option: string, fault: string): FormatError {
  return new FormatError('option-invalid', { name: option, fault });
}
