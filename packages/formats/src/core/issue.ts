import type { SelectionKind } from '@fieldbridge/fieldjob';

/**
 * `note`: worth knowing, nothing is lost. `warning`: something selected was altered or skipped.
 * `error`: the file as a whole could not be read to its end.
 */
export type Severity = 'note' | 'warning' | 'error';

/** What an issue speaks of, as far as a selection can choose it. */
export interface About {
  readonly kind?: SelectionKind;
  readonly layer?: string;
  /** Of a surface or an alignment. */
  readonly name?: string;
  readonly page?: number;
}

/** Something a reader or writer has to say about the data. Codes are stable, lower-case words joined by hyphens. */
export interface Issue {
  readonly code: string;
  readonly severity: Severity;
  /** What was found and what was done about it. */
  readonly text: string;
  /** Line of a text file, counted from 1. */
  readonly line?: number;
  /** Byte offset in the file. */
  readonly offset?: number;
  /** The entity's own identifier in the file. */
  readonly handle?: string;
  /** How many things it speaks of at once; 1 unless told. */
  readonly count?: number;
  /** What a reader speaks of, where it is not the file as a whole: to who did not select that it is a note, nothing more. */
  readonly about?: About;
}

/** An issue as reports show it: the first place, and how many things it happened to. */
export interface CountedIssue extends Issue {
  readonly count: number;
}

/** Distinct places kept per code for the detailed list; further ones are only counted. */
export const MOST_PLACES_PER_CODE = 1000;
/** Distinct codes kept; a reader has a few dozen at most. */
const MOST_CODES = 500;

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
      if (this.#byCode.size < MOST_CODES) this.#byCode.set(issue.code, { count, places: [issue] });
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
