import type { SelectionKind } from '@fieldbridge/fieldjob';
import type { Severity } from './severity.ts';
import type { IssueCode } from './table.ts';
import type { Parameters } from './template.ts';

export type { Severity } from './severity.ts';

/** What an issue concerns, as far as a selection can choose it. */
export interface About {
  readonly kind?: SelectionKind;
  readonly layer?: string;
  /** Of a surface or an alignment. */
  readonly name?: string;
  readonly page?: number;
}

/** Where an issue was found, and how many things it covers. */
export interface Place {
  /** Line of a text file, counted from 1. */
  readonly line?: number;
  /** Byte offset in the file. */
  readonly offset?: number;
  /** The entity's own identifier in the file. */
  readonly handle?: string;
  /** How many things it covers; 1 if absent. */
  readonly count?: number;
  /** What it concerns, unless that is the file as a whole: it is only a note to a caller who did not select that. */
  readonly about?: About;
}

/** Something a reader or writer reports about the data; made by `issueOf` from the table of codes. */
export interface Issue extends Place {
  readonly code: IssueCode;
  readonly severity: Severity;
  /** What was found and what was done about it: the row's sentence with the parameters filled in. */
  readonly text: string;
  /** The parameters of the sentence. */
  readonly parameters?: Parameters;
}

/** An issue as reports show it: the first place, and how many things it happened to. */
export interface CountedIssue extends Issue {
  readonly count: number;
}

/** Distinct places kept per code for the detailed list; further ones are only counted. */
export const MOST_PLACES_PER_CODE = 1000;

/** Collects issues: every one is counted, the first places of each code are kept. */
export class IssueLog {
  readonly #byCode = new Map<string, { count: number; places: Issue[] }>();
  readonly #severities = new Set<Severity>();

  /** Takes an issue. Bound, so that it can be handed on as a function. */
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

  /** Every place kept, code by code. */
  places(): Issue[] {
    return Array.from(this.#byCode.values()).flatMap(({ places }) => places);
  }

  /** Whether anything of this severity was reported, be it as a further case of a code that began milder. */
  has(severity: Severity): boolean {
    return this.#severities.has(severity);
  }
}
