import type { DiffCounts, Difference, DiffKind, FieldChange, JobDiff, Unit } from '@fieldbridge/fieldjob';

const UNITS: Readonly<Record<Unit, string>> = { metre: 'm', internationalFoot: 'ft', usSurveyFoot: 'usft' };
const COLUMNS = ['same', 'moved', 'changed', 'onlyA', 'onlyB'] as const satisfies readonly (keyof DiffCounts)[];
const HEADINGS = { same: 'same', moved: 'moved', changed: 'changed', onlyA: 'only in A', onlyB: 'only in B' };
const KINDS: Partial<Record<DiffKind, string>> = { controlPoint: 'control point' };
/** Fields named of one thing; --json has more. */
const MOST_FIELDS = 6;

/** What differs between two jobs, as lines for people. */
export function diffText(diff: JobDiff, unit: string): string {
  const lines = diff.job.map((change) => `job: ${changeText(change)}`);
  const kinds = Object.entries(diff.counts).filter(([, counts]) => COLUMNS.some((column) => counts[column] > 0));
  const cells = kinds.map(([kind, counts]) => [kindText(kind as DiffKind), ...COLUMNS.map((column) => counts[column])]);
  const rows = [['', ...COLUMNS.map((column) => HEADINGS[column])], ...cells];
  if (kinds.length > 0)
    lines.push(...rows.map(([kind, ...rest]) => `${String(kind).padEnd(14)}${rest.map(cell).join('')}`));
  lines.push(...diff.differences.map((difference) => differenceText(difference, unit)));
  const found = kinds.reduce((sum, [, { moved, changed, onlyA, onlyB }]) => sum + moved + changed + onlyA + onlyB, 0);
  const left = found - diff.differences.length;
  if (left > 0) lines.push(`… and ${left} more differences (--most lists more)`);
  lines.push(diff.same ? `the same, within ${diff.tolerance} ${unit}` : `not the same, with ${diff.tolerance} ${unit}`);
  return `${lines.join('\n')}\n`;
}

/** The short name of a unit. */
export function unitText(unit: Unit): string {
  return UNITS[unit];
}

const cell = (value: string | number): string => String(value).padStart(11);
const kindText = (kind: DiffKind): string => KINDS[kind] ?? kind;

function differenceText({ kind, change, name, layer, place, moved, fields }: Difference, unit: string): string {
  const what = [kindText(kind), name && JSON.stringify(name), layer && `on ${JSON.stringify(layer)}`];
  const where = place && `at ${number(place.easting)} ${number(place.northing)} ${number(place.elevation)}`.trimEnd();
  const how = [
    change === 'onlyA' ? 'only in A' : change === 'onlyB' ? 'only in B' : '',
    moved &&
      `moved ${number(moved.distance)} ${unit} (E ${signed(moved.easting)}, N ${signed(moved.northing)}` +
        `${moved.elevation === null ? '' : `, Z ${signed(moved.elevation)}`})`,
    ...fields.slice(0, MOST_FIELDS).map(changeText),
    fields.length > MOST_FIELDS && `${fields.length - MOST_FIELDS} more fields`,
  ];
  return `${[...what, where].filter(Boolean).join(' ')}: ${how.filter(Boolean).join('; ')}`;
}

function changeText({ field, a, b }: FieldChange): string {
  return `${field} ${value(a)} → ${value(b)}`;
}

const value = (one: FieldChange['a']): string => (one === null ? 'nothing' : JSON.stringify(one));
const number = (one: number | null): string => (one === null ? '' : String(Number(one.toFixed(4))));
const signed = (one: number): string => `${one < 0 ? '' : '+'}${number(one)}`;
