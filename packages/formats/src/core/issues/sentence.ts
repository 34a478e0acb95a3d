import type { IssueRow } from './row.ts';
import type { IssueCode, issueTable } from './table.ts';
import { fillTemplate, type Parameters, type ParametersOf } from './template.ts';

/** The parameters of a code's sentence and advice. */
export type IssueParameters<Code extends IssueCode> = ParametersOf<(typeof issueTable)[Code]['text']> &
  ((typeof issueTable)[Code] extends { readonly advice: infer Advice extends string } ? ParametersOf<Advice> : unknown);

/** A code's parameters, which may be left out where it has none, then what else a call takes. */
export type ParametersThen<Code extends IssueCode, Rest> =
  unknown extends IssueParameters<Code>
    ? [parameters?: Record<string, never>, rest?: Rest]
    : [parameters: IssueParameters<Code>, rest?: Rest];

/** The sentence of a row, followed by a semicolon and its advice where it has one. */
export function sentenceOf({ text, advice }: IssueRow, parameters: Parameters): string {
  return fillTemplate(advice === undefined ? text : `${text}; ${advice}`, parameters);
}
