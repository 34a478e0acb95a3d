import { type ProblemCode, problemRow } from '../table.ts';
import { de } from './de.ts';
import { nl } from './nl.ts';

/** Languages in which problems have titles. */
export const PROBLEM_LANGUAGES = ['en', 'de', 'nl'] as const;
export type ProblemLanguage = (typeof PROBLEM_LANGUAGES)[number];

/** The title of a problem in a language. */
export function problemTitle(code: ProblemCode, language: ProblemLanguage): string {
  return language === 'en' ? problemRow(code).title : { de, nl }[language][code];
}
