import type { FieldJob, Unit } from '@fieldbridge/fieldjob';
import type { OptionValues } from '../../core/options.ts';
import type { EncodingOut } from '../../kit/text/encode.ts';
import { COMMA, POINT } from '../../kit/text/number.ts';
import type { AngleFormat } from './layout.ts';
import { columnsOf, delimiterOf, invalid, templateOf } from './options.ts';
import { type Role, roleOfHeading } from './roles.ts';

/** How to write a points file. */
export interface WritePlan {
  readonly columns: readonly Role[];
  /** One ASCII character. */
  readonly delimiter: string;
  /** Byte of the decimal mark. */
  readonly mark: number;
  readonly header: boolean;
  /** undefined: as many as each coordinate needs to be exact. */
  readonly decimals: number | undefined;
  readonly angle: AngleFormat;
  readonly encoding: EncodingOut;
  readonly bom: boolean;
  readonly lineEnd: string;
  /** Name of the list to write; undefined: all points. */
  readonly list: string | undefined;
  /** Whether texts that a spreadsheet would run as formulas are marked. */
  readonly marksFormulas: boolean;
}

/** Most attributes that become columns by default; for more, the caller must name them. */
const MOST_ATTRIBUTES = 200;
const UNIT_SHORT: Readonly<Record<Unit, string>> = { metre: 'm', internationalFoot: 'ft', usSurveyFoot: 'usft' };

/** Determines the plan from the options, their template, and the job's data. @throws FormatError `option-invalid` */
export function planWrite(job: FieldJob, options: OptionValues): WritePlan {
  const template = templateOf(options);
  const delimiter = delimiterOf(options) ?? template?.delimiter;
  const decimal = options['decimal'] ?? template?.decimal ?? 'point';
  const mark = decimal === 'comma' ? COMMA : POINT;
  // With a decimal comma the delimiter cannot be a comma; the usual one is then the semicolon.
  const settled = delimiter ?? (mark === COMMA ? ';' : ',');
  if (mark === COMMA && settled === ',')
    throw invalid('delimiter', 'a comma cannot be both delimiter and decimal mark');
  const list = options['list'];
  const encoding = (options['encoding'] as EncodingOut | undefined) ?? 'utf-8';
  return {
    columns: columnsOf(options) ?? template?.columns ?? usedColumns(job),
    delimiter: settled,
    mark,
    header: (options['header'] as boolean | undefined) ?? template?.header ?? true,
    decimals: (options['decimals'] as number | undefined) ?? template?.decimals,
    angle: template?.angle ?? 'decimal',
    encoding,
    bom: (options['bom'] as boolean | undefined) ?? encoding === 'utf-16le',
    lineEnd: options['lineEnd'] === 'crlf' ? '\r\n' : '\n',
    list: list === undefined ? undefined : String(list),
    marksFormulas: options['formulas'] === 'escape',
  };
}

/** The usual columns, and all others with values, so that by default nothing is lost that a column can hold. */
function usedColumns({ points }: FieldJob): Role[] {
  const columns: Role[] = ['name', 'northing', 'easting', 'elevation', 'code', 'description'];
  if (!points.layer.isDefault) columns.push('layer');
  if (!points.time.isDefault) columns.push('time');
  if (!points.quality.isDefault) columns.push('quality');
  if (!points.list.isDefault) columns.push('list');
  for (const key of points.attributes.keys.slice(0, MOST_ATTRIBUTES)) columns.push(`attribute:${key}`);
  return columns;
}

/**
 * The heading of a column: lengths other than metres state their unit, and attributes never look like another column.
 */
export function headingOf(column: Role, unit: Unit, columns: readonly Role[]): string {
  if (column.startsWith('attribute:')) {
    // A heading is one line, because readers do not search beyond a line end.
    const name = column.slice('attribute:'.length).replace(/[\u0000-\u001f\u007f]+/g, ' ');
    const isClear =
      roleOfHeading(name) === undefined && !columns.includes(name as Role) && !/^attribute:|^["#]/i.test(name);
    return isClear ? name : `attribute:${name}`;
  }
  const isLength = column === 'northing' || column === 'easting' || column === 'elevation';
  return isLength && unit !== 'metre' ? `${column} (${UNIT_SHORT[unit]})` : column;
}
