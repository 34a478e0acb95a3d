import type { IssueRow } from './row.ts';
import type { IssueCode, issueTable } from './table.ts';
import { fillTemplate, type Parameters, type ParametersOf } from './template.ts';

/** The parameters of a code's sentence and advice. */
export type IssueParameters<Code extends IssueCode> = ParametersOf<(typeof issueTable)[Code]['text']> &
  ((typeof issueTable)[Code] extends { readonly advice: infer Advice extends string } ? ParametersOf<Advice> : unknown);

/** A code's parameters, optional if it has none, followed by the further arguments of a call. */
export type ParametersThen<Code extends IssueCode, Rest> =
  unknown extends IssueParameters<Code>
    ? [parameters?: Record<string, never>, rest?: Rest]
    : [parameters: IssueParameters<Code>, rest?: Rest];

/** The sentence of a row, followed by a semicolon and its advice, if any. */
export function sentenceOf({ text, advice }: IssueRow, parameters: Parameters): string {
  return fillTemplate(advice === undefined ? text : `${text}; ${advice}`, parameters);
}
