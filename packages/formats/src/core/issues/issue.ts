import type { SelectionKind } from '@fieldbridge/fieldjob';
import type { Severity } from './severity.ts';
import type { IssueCode } from './table.ts';
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

/** Where an issue was found, and how many objects it covers. */
export interface Place {
  /** Line of a text file, counted from 1. */
  readonly line?: number;
  /** Byte offset in the file. */
  readonly offset?: number;
  /** The entity's own identifier in the file. */
  readonly handle?: string;
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
}

/** Distinct places kept per code for the detailed list; the others are only counted. */
export const MOST_PLACES_PER_CODE = 1000;

/** Collects issues: all are counted, and the first places of each code are kept. */
export class IssueLog {
  readonly #byCode = new Map<string, { count: number; places: Issue[] }>();
  readonly #severities = new Set<Severity>();

  /** Takes an issue. Bound, so that it can be passed as a function. */
  readonly report = (issue: Issue): void => {
    this.#severities.add(issue.severity);
    const entry = this.#byCode.get(issue.code);
    const { count = 1 } = issue;
    if (entry === undefined) {
      this.#byCode.set(issue.code, { count, places: [issue] });
      return;
    }
    entry.count += count;
    if (entry.places.length < MOST_PLACES_PER_CODE) entry.places.push(issue);
  };

  /** How often a code was reported. */
  count(code: string): number {
    return this.#byCode.get(code)?.count ?? 0;
  }

  /** One entry per code: the first place and the count. */
  summary(): CountedIssue[] {
    return Array.from(this.#byCode.values(), ({ count, places }) => ({ ...places[0]!, count }));
  }

  /** All kept places, code by code. */
  places(): Issue[] {
    return Array.from(this.#byCode.values()).flatMap(({ places }) => places);
  }

  /** Whether an issue of this severity was reported, even if the first of its code was milder. */
  has(severity: Severity): boolean {
    return this.#severities.has(severity);
  }
}
