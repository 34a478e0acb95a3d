import { type Issue, IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import { inWords } from '../core/issues/phrases/worded.ts';
import type { IssueRow } from '../core/issues/row.ts';
import { type ParametersThen, sentenceOf } from '../core/issues/sentence.ts';
import type { Severity } from '../core/issues/severity.ts';
import { type IssueCode, issueTable } from '../core/issues/table.ts';
import { fillTemplate, type Parameters } from '../core/issues/template.ts';

/** A place where something was found; unknown values are absent. */
export interface FindingPlace {
  readonly easting?: number;
  readonly northing?: number;
  readonly elevation?: number;
  readonly layer?: string;
  readonly name?: string;
  /** The sentence about this place. */
  readonly text: string;
  /** The parameters of the sentence. */
  readonly parameters: Parameters;
}

/** All findings of one kind. */
export interface Finding {
  readonly code: IssueCode;
  readonly level: Severity;
  /** The sentence about the first place. */
  readonly text: string;
  /** The advice. */
  readonly cure: string;
  /** The parameters of both. */
  readonly parameters: Parameters;
  readonly count: number;
  /** The first places, at most `MOST_PLACES`. */
  readonly places: readonly FindingPlace[];
}

/** Places listed for each finding. */
export const MOST_PLACES = 100;

/** The place of something, as stated by the checks. */
export type Spot = Omit<FindingPlace, 'text' | 'parameters'>;

/** Collects the findings of the checks. */
export class Findings {
  readonly #log = new IssueLog();
  readonly #spots = new Map<Issue, Spot>();
  readonly #listed = new Map<IssueCode, number>();

  /** Adds something found at a place. */
  add<Code extends IssueCode>(code: Code, spot: Spot, ...parameters: ParametersThen<Code, never>): void {
    const issue = issueOf(code, ...(parameters as ParametersThen<Code, object>));
    const listed = (this.#listed.get(code) ?? 0) + 1;
    this.#listed.set(code, listed);
    if (listed <= MOST_PLACES) this.#spots.set(issue, known(spot));
    this.#log.report(issue);
  }

  /** How often a code was found. */
  count(code: IssueCode): number {
    return this.#log.count(code);
  }

  /** All findings, warnings first. */
  list(): Finding[] {
    const byCode = new Map<IssueCode, FindingPlace[]>();
    for (const [issue, spot] of this.#spots) {
      const places = byCode.get(issue.code) ?? [];
      byCode.set(issue.code, places);
      if (Object.keys(spot).length > 0) {
        const { text, parameters } = sentences(issue);
        places.push({ ...spot, text, parameters });
      }
    }
    const all = this.#log.summary().map((issue) => ({
      code: issue.code,
      level: issue.severity,
      ...sentences(issue),
      count: issue.count,
      places: byCode.get(issue.code) ?? [],
    }));
    return all.sort((a, b) => Number(a.level === 'note') - Number(b.level === 'note'));
  }
}

/** A spot without unknown values. */
function known(spot: Spot): Spot {
  return Object.fromEntries(Object.entries(spot).filter(([, value]) => value !== '' && !Number.isNaN(value)));
}

/** The sentence of an issue and its advice, apart. */
function sentences({ code, parameters = {} }: Issue): { text: string; cure: string; parameters: Parameters } {
  const { advice = '', ...sentence }: IssueRow = issueTable[code];
  const words = inWords(code, parameters);
  return { text: sentenceOf(sentence, words), cure: fillTemplate(advice, words), parameters };
}
