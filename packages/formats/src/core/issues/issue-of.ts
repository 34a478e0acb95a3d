import type { Issue, Place } from './issue.ts';
import type { IssueRow } from './row.ts';
import { type IssueCode, issueTable } from './table.ts';
import { fillTemplate, type Parameters, type ParametersOf } from './template.ts';

/** The parameters of a code's sentence and advice. */
export type IssueParameters<Code extends IssueCode> = ParametersOf<(typeof issueTable)[Code]['text']> &
  ((typeof issueTable)[Code] extends { readonly advice: infer Advice extends string } ? ParametersOf<Advice> : unknown);

/** The parameters may be left out where there are none. */
type Arguments<Code extends IssueCode> =
  unknown extends IssueParameters<Code>
    ? [parameters?: Record<string, never>, place?: Place]
    : [parameters: IssueParameters<Code>, place?: Place];

/**
 * An issue of the table.
 * @param given the parameters of its sentence, then where it was found; a parameter `count` also says how many things it covers
 */
export function issueOf<Code extends IssueCode>(code: Code, ...given: Arguments<Code>): Issue {
  const [parameters = {}, place] = given as [Parameters?, Place?];
  const row: IssueRow = issueTable[code];
  const { count } = parameters;
  return {
    code,
    severity: row.level,
    text: sentenceOf(row, parameters),
    parameters,
    ...(typeof count === 'number' && { count }),
    ...place,
  };
}

/** The sentence of a row, with its advice behind a semicolon. */
function sentenceOf({ text, advice }: IssueRow, parameters: Parameters): string {
  return fillTemplate(advice === undefined ? text : `${text}; ${advice}`, parameters);
}
