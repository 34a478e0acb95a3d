import { parseUnit } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import type { OptionTable, OptionValues } from '../../core/options.ts';
import { knowsEncoding } from '../../kit/text/encoding.ts';
import { parseDelimiter } from './delimiter.ts';
import type { LayoutWishes } from './guess-layout.ts';
import { ANGLE_FORMATS, type AngleFormat } from './layout.ts';
import { parseRoles, ROLES, type Role } from './roles.ts';
import { TEMPLATES, type Template, templateById } from './templates.ts';

const TEMPLATE_IDS = TEMPLATES.map(({ id }) => id);

const COLUMNS_HELP = `names (${ROLES.join(', ')}, attribute:NAME) joined by commas, or letters such as PNEZD (P name, N, E, Z, D description, C code, L layer, - skip)`;

/** Options of reading points. What is not given is found out from the file and reported with its confidence. */
export const POINTS_READ_OPTIONS: OptionTable = {
  template: {
    type: 'string',
    enum: TEMPLATE_IDS,
    description: 'Layout of a known program; single options stand above it.',
  },
  columns: { type: 'string', maxLength: 1000, description: `Columns of the file from left to right: ${COLUMNS_HELP}.` },
  order: { type: 'string', enum: ['NE', 'EN', 'NEZ', 'ENZ'], description: 'Which coordinate comes first.' },
  delimiter: {
    type: 'string',
    maxLength: 12,
    description: 'Between columns: comma, semicolon, tab, bar, blanks, or the character itself.',
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
    description: 'How latitudes and longitudes are spelt: decimal degrees, dms (parts), packed (DDD.MMSS) or gon.',
  },
  list: { type: 'string', maxLength: 200, description: "Name of the point list; the file's name by default." },
  linework: {
    type: 'boolean',
    default: false,
    description: 'Whether codes with control codes (KERB1 B, E, CLS, …) draw lines.',
  },
  controls: {
    type: 'string',
    maxLength: 2000,
    description:
      'Control codes of the linework where they differ from the usual ones: start=B,BEG; end=E; close=CLS; arc=ARC; lines=KERB,FENCE (codes that draw by themselves).',
  },
  control: {
    type: 'string',
    maxLength: 4096,
    description:
      'Control pairs that localise latitudes and longitudes to the site grid: name,easting,northing,elevation,latitude,longitude,height joined by semicolons.',
  },
};

/** Options of writing points. */
export const POINTS_WRITE_OPTIONS: OptionTable = {
  template: {
    type: 'string',
    enum: TEMPLATE_IDS,
    description: 'Layout of a known program; single options stand above it.',
  },
  columns: { type: 'string', maxLength: 1000, description: `Columns to write: ${COLUMNS_HELP}.` },
  delimiter: {
    type: 'string',
    maxLength: 12,
    description: 'Between columns: comma, semicolon, tab, bar, blanks, or the character itself.',
  },
  decimal: { type: 'string', enum: ['point', 'comma'], description: 'Decimal mark.' },
  header: { type: 'boolean', description: 'Whether the first line names the columns.' },
  decimals: {
    type: 'integer',
    minimum: 0,
    maximum: 12,
    description: 'Decimals of coordinates; without it, as many as keep every coordinate exactly.',
  },
  encoding: {
    type: 'string',
    enum: ['utf-8', 'utf-16le', 'windows-1252'],
    description: 'Character encoding of the file.',
  },
  bom: { type: 'boolean', description: 'Whether the file begins with a byte order mark.' },
  lineEnd: { type: 'string', enum: ['lf', 'crlf'], description: 'How lines end.' },
  list: { type: 'string', maxLength: 200, description: 'Write only the points of this point list.' },
};

/** The template that options name; undefined when none. */
export function templateOf(options: OptionValues): Template | undefined {
  return options['template'] === undefined ? undefined : templateById(String(options['template']));
}

/** The delimiter that options name. @throws FormatError `option-invalid` */
export function delimiterOf(options: OptionValues): string | undefined {
  if (options['delimiter'] === undefined) return undefined;
  const delimiter = parseDelimiter(String(options['delimiter']));
  if (delimiter !== undefined) return delimiter;
  throw invalid(
    'delimiter',
    `"${options['delimiter']}" is neither comma, semicolon, tab, bar, blanks nor a single mark`,
  );
}

/** The columns that options name. @throws FormatError `option-invalid` */
export function columnsOf(options: OptionValues): Role[] | undefined {
  if (options['columns'] === undefined) return undefined;
  const roles = parseRoles(String(options['columns']));
  if (Array.isArray(roles)) return roles;
  throw invalid('columns', `"${roles.unknown}" is no column; known: ${COLUMNS_HELP}`);
}

/** Columns to read, of which no meaning may stand twice. @throws FormatError `option-invalid` */
function eachOnce(columns: Role[] | undefined): Role[] | undefined {
  const twice = columns?.find((role, i) => role !== 'skip' && columns.indexOf(role) !== i);
  if (twice !== undefined) throw invalid('columns', `names "${twice}" twice; write - for a column to be left out`);
  return columns;
}

/** What the caller says about a file to read. @throws FormatError `option-invalid` naming the option */
export function wishesOf(options: OptionValues): LayoutWishes {
  const template = templateOf(options);
  const encoding = options['encoding'] === undefined ? undefined : String(options['encoding']).toLowerCase();
  if (encoding !== undefined && !knowsEncoding(encoding)) throw invalid('encoding', `"${encoding}" is not known`);
  const header = options['header'];
  return {
    encoding: encoding === undefined ? undefined : new TextDecoder(encoding).encoding,
    delimiter: delimiterOf(options) ?? template?.delimiter,
    decimal: (options['decimal'] as 'point' | 'comma' | undefined) ?? template?.decimal,
    // A template that has a header does not make one of a first row of numbers.
    header: header === 'true' ? true : header === 'false' || template?.header === false ? false : undefined,
    roles: eachOnce(columnsOf(options)) ?? template?.columns,
    order: options['order'] === undefined ? undefined : (String(options['order']).slice(0, 2) as 'NE' | 'EN'),
    angle: (options['angle'] as AngleFormat | undefined) ?? template?.angle,
    unit: options['unit'] === undefined ? undefined : parseUnit(String(options['unit'])),
  };
}

/** The error for an option whose value means nothing. */
export function invalid(option: string, fault: string): FormatError {
  return new FormatError('option-invalid', { name: option, fault });
}
