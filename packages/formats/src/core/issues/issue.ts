import type { SelectionKind } from '@fieldbridge/fieldjob';
import type { IssueRow } from './row.ts';
import { englishSentence } from './sentence.ts';
import type { Severity } from './severity.ts';
import { type IssueCode, issueTable } from './table.ts';
import type { Parameters } from './template.ts';

export type { Severity } from './severity.ts';

/** The subject of an issue, as far as a selection can include or exclude it. */
export interface About {
  readonly kind?: SelectionKind;
  readonly layer?: string;
  /** Of a surface or an alignment. */
  readonly name?: string;
  readonly page?: number;
}

/** A position in plan. */
export interface PlanPlace {
  readonly easting: number;
  readonly northing: number;
}

/** Where an issue was found, and how many objects it covers. */
export interface Place {
  /** Line of a text file, counted from 1. */
  readonly line?: number;
  /** Byte offset in the file. */
  readonly offset?: number;
  /** The entity's own identifier in the file. */
  readonly handle?: string;
  /**
   * Where its object is, if known: a reader states it with the data it reports, and an import moves it with the data.
   */
  readonly place?: PlanPlace;
  /** How many objects it covers; 1 if absent. */
  readonly count?: number;
  /** Its subject, unless that is the whole file. If the caller did not select the subject, a warning becomes a note. */
  readonly about?: About;
}

/** A report of a reader or writer about the data; made by `issueOf` from the table of codes. */
export interface Issue extends Place {
  readonly code: IssueCode;
  readonly severity: Severity;
  /** The sentence of the row with the parameters filled in: the finding and the action taken. */
  readonly text: string;
  /** The parameters of the sentence. */
  readonly parameters?: Parameters;
}

/** An issue as in reports: the first place and the total count. */
export interface CountedIssue extends Issue {
  readonly count: number;
  /** The same, if it is more than one and the sentence does not state it. */
  readonly times?: number;
}

/** Distinct places kept per code for the detailed list; the others are only counted. */
export const MOST_PLACES_PER_CODE = 1000;
/** Values of a row's `per` that are listed apart; the others are counted together. */
const MOST_GROUPS = 100;

/** Issues that a summary lists as one. */
interface Group {
  first: Issue;
  count: number;
  reports: number;
}

/** Collects issues: all are counted, and the first places of each code are kept. */
export class IssueLog {
  readonly #byCode = new Map<string, { count: number; places: Issue[]; groups: Map<string, Group> }>();
  readonly #severities = new Set<Severity>();

  /** Takes an issue. Bound, so that it can be passed as a function. */
  readonly report = (issue: Issue): void => {
    this.#severities.add(issue.severity);
    const { count = 1 } = issue;
    let entry = this.#byCode.get(issue.code);
    if (entry === undefined) {
      entry = { count: 0, places: [], groups: new Map() };
      this.#byCode.set(issue.code, entry);
    }
    entry.count += count;
    if (entry.places.length < MOST_PLACES_PER_CODE) entry.places.push(issue);
    const { per } = issueTable[issue.code] as IssueRow;
    const value = per === undefined || entry.groups.size >= MOST_GROUPS ? '' : String(issue.parameters?.[per]);
    const key = `${issue.severity} ${value}`;
    const group = entry.groups.get(key);
    if (group === undefined) entry.groups.set(key, { first: issue, count, reports: 1 });
    else {
      group.count += count;
      group.reports++;
    }
  };

  /** How often a code was reported. */
  count(code: string): number {
    return this.#byCode.get(code)?.count ?? 0;
  }

  /** One entry per code and severity, and per value of the parameter that its row names: first place, total count. */
  summary(): CountedIssue[] {
    return Array.from(this.#byCode.values()).flatMap(({ groups }) => Array.from(groups.values(), counted));
  }

  /** All kept places, code by code. */
  places(): Issue[] {
    return Array.from(this.#byCode.values()).flatMap(({ places }) => places);
  }

  /** The kept issues whose object has a place. */
  placed(): (Issue & { readonly place: PlanPlace })[] {
    const kept = Array.from(this.#byCode.values()).flatMap(({ places, groups }) => [
      ...places,
      ...Array.from(groups.values(), ({ first }) => first),
    ]);
    return [...new Set(kept)].filter((issue) => issue.place !== undefined) as (Issue & { readonly place: PlanPlace })[];
  }

  /** Replaces kept issues by others, such as the same ones with another place. */
  replace(others: ReadonlyMap<Issue, Issue>): void {
    for (const { places, groups } of this.#byCode.values()) {
      places.forEach((issue, i) => {
        places[i] = others.get(issue) ?? issue;
      });
      for (const group of groups.values()) group.first = others.get(group.first) ?? group.first;
    }
  }

  /** Whether an issue of this severity was reported, even if the first of its code was milder. */
  has(severity: Severity): boolean {
    return this.#severities.has(severity);
  }
}

/** A group as one issue, with the total in a sentence that states a count. */
function counted({ first, count, reports }: Group): CountedIssue {
  if (typeof first.parameters?.['count'] === 'number') {
    const parameters = { ...first.parameters, count };
    return { ...first, parameters, text: englishSentence(first.code, parameters), count };
  }
  // A sentence with numbers that was reported once states them itself, as in "2 of points, 1 of lines".
  const isStated = count === 1 || (reports === 1 && /\d/.test(first.text));
  return isStated ? { ...first, count } : { ...first, count, times: count };
}
