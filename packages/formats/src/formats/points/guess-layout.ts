import type { Unit } from '@fieldbridge/fieldjob';
import { guessEncoding } from '../../kit/text/encoding.ts';
import { COMMA, POINT } from '../../kit/text/number.ts';
import { type ColumnFacts, columnFacts, mayBeDegrees } from './column-facts.ts';
import { DELIMITERS, guessSplitting, type Splitting } from './delimiter.ts';
import { guessHeader, type Header, sureHeader } from './guess-header.ts';
import { type Guess, guessOrder, guessRoles } from './guess-roles.ts';
import { type AngleFormat, type Layout, type Sure, stated } from './layout.ts';
import type { Role } from './roles.ts';
import { hasCarriageReturns, type SampleLine, sampleLines } from './sample.ts';

/** The caller's statements about a file; undefined members are guessed. */
export interface LayoutWishes {
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: 'point' | 'comma';
  readonly header?: boolean;
  readonly roles?: readonly Role[];
  readonly order?: 'NE' | 'EN';
  readonly angle?: AngleFormat;
  /** Unit of the coordinates; overrides the header. */
  readonly unit?: Unit;
}

/** A layout and the share of the sample that it explains. */
export interface LayoutGuess {
  readonly layout: Layout;
  /** Share of the sample's rows with at least two numbers; counted below a header that names coordinates. */
  readonly numericShare: number;
  /** Number of rows examined. */
  readonly rows: number;
}

/** Guesses the layout of a points file from its first bytes; undefined if they are not text. */
export function guessLayout(head: Uint8Array, whole: boolean, wishes: LayoutWishes = {}): LayoutGuess | undefined {
  const guess = guessEncoding(head);
  if (guess === undefined && wishes.encoding === undefined) return undefined;
  const bom = guess?.bom ?? 0;
  const said = bom > 0 ? guess : undefined;
  const carriageReturns = hasCarriageReturns(head);
  const tableIn = (label: string): Table => {
    const lines = sampleLines(head, { encoding: label, bom, carriageReturns }, whole);
    return { lines, ...tableOf(lines, wishes) };
  };
  const isStated = said === undefined && wishes.encoding !== undefined;
  const guessed = isStated
    ? stated(wishes.encoding!)
    : { value: guess!.label, confidence: guess!.confidence, because: guess!.because };
  const first = tableIn(guessed.value);
  const better = guessed.confidence > DOUBTFUL ? undefined : byHeadings(first, tableIn);
  const encoding: Sure<string> = better?.encoding ?? guessed;
  const { lines, splitting, header } = better?.table ?? first;
  const facts = columnFacts(lines, splitting, (header?.line ?? 0) + 1);
  const columns = settleColumns(header, facts, wishes);
  const layout: Layout = {
    encoding,
    bom,
    carriageReturns,
    delimiter: splitting.delimiter,
    mark: splitting.mark,
    header: wishes.header === undefined ? sureHeader(header) : stated(header?.line ?? 0),
    roles: columns.roles,
    order: columns.order,
    angle: wishes.angle === undefined ? guessAngle(columns.roles.value, facts) : stated(wishes.angle),
    unit: header?.unit,
    unitDoubt: header?.unitDoubt ?? '',
    degreesDoubt: wishes.unit === undefined && header?.unit === undefined && areDegrees(columns.roles.value, facts),
  };
  return { layout, numericShare: shareOf(lines, splitting, header), rows: lines.length };
}

/** The rows of a sample and how they are split. */
interface Table {
  readonly lines: readonly SampleLine[];
  readonly splitting: Splitting;
  readonly header: Header | undefined;
}

function tableOf(lines: readonly SampleLine[], wishes: LayoutWishes): Omit<Table, 'lines'> {
  const mark = wishes.decimal === undefined ? undefined : wishes.decimal === 'comma' ? COMMA : POINT;
  const splitting = splitByHeader(lines, guessSplitting(lines, wishes.delimiter, mark), wishes);
  const header = wishes.header === false ? undefined : guessHeader(lines, splitting, wishes.header === true);
  return { splitting, header };
}

/** An encoding that was guessed from its letters is no surer than this. */
const DOUBTFUL = 0.6;
/** Encodings of tables that are not in UTF-8: Chinese, Japanese, Russian, Central European. */
const ENCODINGS = ['gbk', 'shift_jis', 'windows-1251', 'windows-1250', 'ibm866'];

/** The encoding in which more headings are known words than in the first one. */
function byHeadings(
  first: Table,
  tableIn: (label: string) => Table,
): { readonly encoding: Sure<string>; readonly table: Table } | undefined {
  let most = first.header?.known ?? 0;
  let best: { readonly encoding: Sure<string>; readonly table: Table } | undefined;
  for (const value of ENCODINGS) {
    const table = tableIn(value);
    const known = table.header?.known ?? 0;
    if (known <= most) continue;
    most = known;
    best = { encoding: { value, confidence: 0.8, because: 'its headings are known words in it' }, table };
  }
  return best;
}

/** Without rows of numbers, a header that names coordinates determines the delimiter: it is that of an empty table. */
function splitByHeader(lines: readonly SampleLine[], splitting: Splitting, wishes: LayoutWishes): Splitting {
  if (splitting.numericShare > 0 || wishes.delimiter !== undefined || wishes.header === false) return splitting;
  for (const value of DELIMITERS) {
    const delimiter = { value, confidence: 0.9, because: 'the header has known words this way' };
    const header = guessHeader(lines, { ...splitting, delimiter }, false);
    if (header !== undefined && hasPosition(header.roles)) return { ...splitting, delimiter };
  }
  return splitting;
}

/** Three known words without a row are the header of an empty table; two could be anything. */
const SURE_WORDS = 3;

function shareOf(lines: readonly SampleLine[], splitting: Splitting, header: Header | undefined): number {
  if (header === undefined || !hasPosition(header.roles)) return splitting.numericShare;
  if (lines.at(-1)!.line > header.line) return splitting.shareBelow;
  return header.known >= SURE_WORDS ? 1 : 0;
}

function settleColumns(header: Header | undefined, facts: readonly ColumnFacts[], wishes: LayoutWishes): Guess {
  if (wishes.roles !== undefined) {
    const roles = [...wishes.roles];
    return withOrder(
      { roles: stated(roles), order: stated(roles.indexOf('easting') < roles.indexOf('northing') ? 'EN' : 'NE') },
      wishes,
    );
  }
  const metric = (wishes.unit ?? header?.unit ?? 'metre') === 'metre';
  const guess = guessRoles(facts, metric);
  if (header === undefined || !hasPosition(header.roles)) {
    if (guess === undefined)
      return { roles: { value: [], confidence: 0, because: 'no two columns of numbers' }, order: stated('NE') };
    if (header !== undefined) keepHeadings(guess.roles.value, header);
    return withOrder(guess, wishes);
  }
  const roles = [...header.roles];
  const easting = roles.indexOf('easting');
  const northing = roles.indexOf('northing');
  const named: Guess = {
    roles: { value: roles, confidence: header.known >= 3 ? 0.97 : 0.85, because: 'from the header' },
    order: { value: easting < northing ? 'EN' : 'NE', confidence: 0.97, because: 'from the header' },
  };
  if (!header.usesXy || easting < 0 || northing < 0)
    return wishes.order === undefined ? named : withOrder(named, wishes);
  const because = header.northingIsX ? 'x taken as northing, y as easting' : 'x taken as easting, y as northing';
  const order = orderOfXy([facts[easting], facts[northing]], easting < northing, metric, because);
  return withOrder({ ...named, order }, wishes, true);
}

/** The confidence of an order that the sizes do not determine. */
const NOTHING_TELLS = 0.5;

/**
 * The order of x and y by convention, unless the sizes show that this file has the other one.
 * @param columns of the easting and the northing by convention @param eastingFirst which of them comes first
 */
function orderOfXy(
  [easting, northing]: readonly (ColumnFacts | undefined)[],
  eastingFirst: boolean,
  metric: boolean,
  because: string,
): Sure<'NE' | 'EN'> {
  const bySize = easting === undefined || northing === undefined ? undefined : guessOrder(easting, northing, metric);
  const value = (northFirst: boolean): 'NE' | 'EN' => (northFirst === eastingFirst ? 'NE' : 'EN');
  if (bySize === undefined || bySize.confidence <= NOTHING_TELLS)
    return { value: value(false), confidence: 0.7, because };
  return {
    value: value(bySize.value === 'NE'),
    confidence: bySize.confidence,
    because: bySize.confidence > 0.8 ? 'x and y by the size of the numbers' : bySize.because,
  };
}

/** Puts the two coordinate columns into the order that was guessed or stated. */
function withOrder(guess: Guess, wishes: LayoutWishes, settle = false): Guess {
  const order = wishes.order === undefined ? guess.order : stated(wishes.order);
  if (wishes.order === undefined && !settle) return guess;
  const roles = [...guess.roles.value];
  const onGrid = roles.includes('northing') && roles.includes('easting');
  // Latitudes beside coordinates of a grid are what their headings say.
  const [north, east]: [Role, Role] = onGrid ? ['northing', 'easting'] : ['latitude', 'longitude'];
  const places = [roles.indexOf(north), roles.indexOf(east)].sort((a, b) => a - b);
  if (places[0]! >= 0) {
    roles[places[0]!] = order.value === 'NE' ? north : east;
    roles[places[1]!] = order.value === 'NE' ? east : north;
  }
  return { roles: { ...guess.roles, value: roles }, order };
}

/** Whether columns can give a position. */
export function hasPosition(roles: readonly Role[]): boolean {
  const has = (role: Role): boolean => roles.includes(role);
  return (has('easting') && has('northing')) || (has('latitude') && has('longitude'));
}

function areDegrees(roles: readonly Role[], facts: readonly ColumnFacts[]): boolean {
  return mayBeDegrees(facts[roles.indexOf('northing')], 90) && mayBeDegrees(facts[roles.indexOf('easting')], 180);
}

/** Names attributes after unknown headings. */
function keepHeadings(roles: Role[], header: Header): void {
  for (let i = 0; i < roles.length; i++) {
    const heading = header.headings[i];
    if (heading !== undefined && heading !== '' && (roles[i]!.startsWith('attribute:') || roles[i] === 'skip'))
      roles[i] = `attribute:${heading}`;
  }
}

/** The notation of angles in latitude and longitude columns. */
function guessAngle(roles: readonly Role[], facts: readonly ColumnFacts[]): Sure<AngleFormat> {
  const columns = [facts[roles.indexOf('latitude')], facts[roles.indexOf('longitude')]];
  const [latitude, longitude] = columns;
  if (latitude === undefined || longitude === undefined)
    return { value: 'decimal', confidence: 1, because: 'no angles' };
  if (latitude.angles > 0) return { value: 'dms', confidence: 0.98, because: 'degrees and minutes are separated' };
  const fits = latitude.packed === latitude.numbers && longitude.packed === longitude.numbers;
  if (!fits) return { value: 'decimal', confidence: 0.98, because: 'some digits cannot be minutes or seconds' };
  return { value: 'decimal', confidence: 0.6, because: 'DDD.MMSS would also fit; if it is that, state angle=packed' };
}
