import { inWords } from './phrases/worded.ts';
import type { IssueRow } from './row.ts';
import { type IssueCode, issueTable } from './table.ts';
import { fillTemplate, type Parameters, type ParametersOf } from './template.ts';

/** The parameters of a code's sentence, its clauses and advice. */
export type IssueParameters<Code extends IssueCode> = (typeof issueTable)[Code] extends {
  readonly clauses: infer Clauses;
}
  ? Omit<Fields<Code>, keyof Clauses> & ChoicesOf<Clauses>
  : Fields<Code>;

/** The clauses of a code, as parameters: the choices of a function that finds one. */
export type ClausesOf<Code extends IssueCode> = (typeof issueTable)[Code] extends { readonly clauses: infer Clauses }
  ? ChoicesOf<Clauses>
  : never;

type Fields<Code extends IssueCode> = ParametersOf<(typeof issueTable)[Code]['text']> &
  ((typeof issueTable)[Code] extends { readonly advice: infer Advice extends string } ? ParametersOf<Advice> : unknown);

/** One code for each parameter that is a clause, with the parameters of that clause. */
type ChoicesOf<Clauses> = {
  [Name in keyof Clauses]: (choice: ChoiceOf<Name, Clauses[Name]>) => void;
}[keyof Clauses] extends (choice: infer Choice) => void
  ? Choice
  : never;

type ChoiceOf<Name extends PropertyKey, Texts> = {
  [Key in keyof Texts]: { readonly [name in Name]: Key } & (Texts[Key] extends string
    ? ParametersOf<Texts[Key]>
    : never);
}[keyof Texts];

/** A code's parameters, optional if it has none, followed by the further arguments of a call. */
export type ParametersThen<Code extends IssueCode, Rest> =
  unknown extends IssueParameters<Code>
    ? [parameters?: Record<string, never>, rest?: Rest]
    : [parameters: IssueParameters<Code>, rest?: Rest];

/** The English sentence of a code, units in words, followed by its advice. */
export function englishSentence(code: IssueCode, parameters: Parameters): string {
  return sentenceOf(issueTable[code], inWords(code, parameters));
}

/** The sentence of a row, followed by a semicolon and its advice, if any. */
export function sentenceOf(
  { text, advice, clauses }: Pick<IssueRow, 'text' | 'advice' | 'clauses'>,
  parameters: Parameters,
): string {
  const template = advice === undefined ? text : `${text}; ${advice}`;
  if (clauses === undefined) return fillTemplate(template, parameters);
  const words: Record<string, string | number> = { ...parameters };
  for (const [name, texts] of Object.entries(clauses)) {
    const clause = texts[String(parameters[name])];
    if (clause === undefined) throw new TypeError(`${name} has no clause ${parameters[name]}`);
    words[name] = fillTemplate(clause, parameters);
  }
  return fillTemplate(template, words);
}
