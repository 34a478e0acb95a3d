import type { FormatView } from '@fieldbridge/contract';

/** One thing that can be left out of an import: a layer, a kind, a surface. */
export interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly count: number;
  readonly selected: boolean;
}

export interface Group {
  readonly group: string;
  readonly entries: readonly Entry[];
}

/** A doubt about a file that a person can decide. */
export interface Choice {
  readonly option: string;
  readonly chosen: string;
  readonly code?: string;
  readonly values?: readonly { readonly value: string; readonly text: string }[];
}

/** Where the object of an issue is. */
export interface IssuePlace {
  readonly easting: number;
  readonly northing: number;
}

export interface Issue {
  readonly code: string;
  readonly severity: string;
  readonly text: string;
  readonly line?: number;
  readonly offset?: number;
  readonly handle?: string;
  readonly place?: IssuePlace;
  readonly times?: number;
}

export interface Extent {
  readonly minEasting: number;
  readonly minNorthing: number;
  readonly maxEasting: number;
  readonly maxNorthing: number;
  readonly minElevation?: number;
  readonly maxElevation?: number;
}

/** The content report of a file, which is the filter of its import. */
export interface Report {
  readonly jobId: string;
  readonly fileId: string;
  readonly name: string;
  readonly format: string;
  readonly version: string;
  readonly detected: {
    /** From 0 (not at all) to 1 (beyond doubt). */
    readonly confidence: number;
    /** What else the file may be. */
    readonly alternatives: readonly { readonly format: string; readonly confidence: number }[];
  };
  readonly unit: string;
  readonly crs: string;
  readonly extent: Extent | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly issues: readonly Issue[];
  readonly selection: readonly Group[];
  readonly choices: readonly Choice[];
}

export type Selecting = 'all' | 'none' | 'invert';

/**
 * Selects entries of a group.
 * @param isMeant which ones; those that a search shows, for instance
 */
export function select(report: Report, group: string, how: Selecting, isMeant: (entry: Entry) => boolean): Report {
  const change = (entry: Entry): Entry =>
    isMeant(entry) ? { ...entry, selected: how === 'invert' ? !entry.selected : how === 'all' } : entry;
  return {
    ...report,
    selection: report.selection.map((one) =>
      one.group === group ? { ...one, entries: one.entries.map(change) } : one,
    ),
  };
}

/** A report of a file that was read again: what was deselected before is deselected in it as well. */
export function withSelectionOf(report: Report, before: Report | undefined): Report {
  const keyOf = (group: string, { kind, name }: Entry): string => JSON.stringify([group, kind, name]);
  const deselected = new Set(
    before?.selection.flatMap(({ group, entries }) =>
      entries.filter(({ selected }) => !selected).map((entry) => keyOf(group, entry)),
    ),
  );
  const selection = report.selection.map(({ group, entries }) => ({
    group,
    entries: entries.map((entry) => (deselected.has(keyOf(group, entry)) ? { ...entry, selected: false } : entry)),
  }));
  return { ...report, selection };
}

/** Decides something doubtful. */
export function choose(report: Report, option: string, chosen: string): Report {
  return { ...report, choices: report.choices.map((one) => (one.option === option ? { ...one, chosen } : one)) };
}

/**
 * The body of the filtered import: only what was deselected and decided, because a large report is not accepted as a
 * whole.
 */
export function filterOf(report: Report) {
  const selection = report.selection
    .map(({ group, entries }) => ({
      group,
      entries: entries
        .filter(({ selected }) => !selected)
        .map(({ name, kind, selected }) => ({ name, kind, selected })),
    }))
    .filter(({ entries }) => entries.length > 0);
  return { jobId: report.jobId, fileId: report.fileId, selection, choices: report.choices };
}

/** The layers, in lower case, with nothing selected; all of them if no kind is. */
export function hiddenLayers({ selection }: Pick<Report, 'selection'>): ReadonlySet<string> {
  const kinds = selection.find(({ group }) => group === 'kinds')?.entries ?? [];
  const chosen = new Set(kinds.filter(({ selected }) => selected).map(({ kind }) => kind));
  const seen = new Set<string>();
  const all = new Set<string>();
  for (const { name, kind, selected } of selection.find(({ group }) => group === 'layers')?.entries ?? []) {
    all.add(name.toLowerCase());
    if (selected && (kinds.length === 0 || chosen.has(kind))) seen.add(name.toLowerCase());
  }
  return all.difference(seen);
}

/** How many entries of a group are selected. */
export function selectedOf({ entries }: Group): number {
  return entries.reduce((sum, { selected }) => sum + Number(selected), 0);
}

/** An option of a format as a field of a form. */
export interface OptionField {
  readonly name: string;
  /** Its label in the form. */
  readonly title: string;
  readonly type: 'text' | 'number' | 'switch' | 'choice';
  readonly values: readonly string[];
  readonly usual: string;
  readonly hint: string;
}

interface OptionSchema {
  readonly title?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

/** The options of a format as fields, in the order of its schema. */
export function optionFields({ options }: Pick<FormatView, 'options'>): OptionField[] {
  const { properties = {} } = options as { properties?: Readonly<Record<string, OptionSchema>> };
  return Object.entries(properties).map(
    ([name, { title = name, type, enum: values = [], default: usual, description = '' }]) => ({
      name,
      title,
      type:
        values.length > 0
          ? 'choice'
          : type === 'boolean'
            ? 'switch'
            : /number|integer/.test(type ?? '')
              ? 'number'
              : 'text',
      values,
      usual: usual === undefined ? '' : String(usual),
      hint: description,
    }),
  );
}

/** The kinds of a job that have anything in them, and whether a format writes them. */
export function keptKinds(
  counts: Readonly<Record<string, number>>,
  { holds }: Pick<FormatView, 'holds'>,
): { name: CountName; count: number; isKept: boolean }[] {
  const kinds = new Set(holds?.kinds ?? []);
  return Object.entries(KIND_OF).flatMap(([name, kind]) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [{ name: name as CountName, count, isKept: kinds.has(kind) }];
  });
}

/** Counts of a job, and the kind of data that each counts. */
const KIND_OF = {
  points: 'point',
  lines: 'line',
  areas: 'area',
  texts: 'text',
  surfaces: 'surface',
  alignments: 'alignment',
  planes: 'plane',
  controlPoints: 'controlPoint',
  codes: 'code',
  drawings: 'drawing',
  observations: 'observation',
} as const;
export type CountName = keyof typeof KIND_OF;
export const COUNT_NAMES = Object.keys(KIND_OF) as CountName[];
