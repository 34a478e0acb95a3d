import type { ProblemDetailError, ProblemLanguage } from '@fieldbridge/contract';
import { fillTemplate, type ParametersOf } from '@fieldbridge/formats/core/issues/template.ts';
import { type DetailText, detailTable } from './details/table.ts';

/** A sentence, or a part of one, in the language of its reader. */
export type Detail = (language: ProblemLanguage) => string;

/** A fault in a request, before the language of its reader is known. */
export type Fault = Omit<ProblemDetailError, 'detail'> & { readonly detail: Detail; readonly [more: string]: unknown };

/** The parameters of an English sentence; a part with translations is itself a detail. */
type Given<Text extends string> = {
  readonly [Name in keyof ParametersOf<Text>]:
    | ParametersOf<Text>[Name]
    | (string extends ParametersOf<Text>[Name] ? Detail : never);
};

/**
 * A sentence of the table.
 * @param text the English sentence, with parameters in braces
 * @param given the parameters; texts are the same in every language
 */
export function detailOf<Text extends DetailText>(
  text: Text,
  ...given: unknown extends ParametersOf<Text> ? [] : [parameters: Given<Text>]
): Detail {
  const [parameters = {}] = given as [Readonly<Record<string, string | number | Detail>>?];
  return (language) => {
    const template = language === 'en' ? text : detailTable[text][LANGUAGES.indexOf(language)]!;
    const words = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'function' ? value(language) : value,
    ]);
    return fillTemplate(template, Object.fromEntries(words), String);
  };
}

/** Faults in the form of an answer. */
export function faultsIn(faults: readonly Fault[], language: ProblemLanguage = 'en'): ProblemDetailError[] {
  return faults.map((fault) => ({ ...fault, detail: fault.detail(language) }));
}

/** A text from elsewhere: a library, a file, the caller. It is not translated. */
export function asWritten(text: string): Detail {
  return () => text;
}

/** The order of the languages in a row of the table. */
const LANGUAGES: readonly ProblemLanguage[] = ['de', 'nl'];
