import type { Choice } from '../choice.ts';
import { de } from './de/table.ts';
import { ISSUE_LANGUAGES, type IssueLanguage, partsOf, type TranslatedTable } from './language.ts';
import { nl } from './nl/table.ts';
import { optionFaultIn, phraseIn } from './phrases/in-language.ts';
import { WORDED } from './phrases/worded.ts';
import type { IssueRow } from './row.ts';
import { sentenceOf } from './sentence.ts';
import { type IssueCode, issueRow, issueTable } from './table.ts';
import { fillTemplate, type Parameters, parametersOf } from './template.ts';

export { ISSUE_LANGUAGES, type IssueLanguage };

const TABLES: Readonly<Record<Exclude<IssueLanguage, 'en'>, TranslatedTable>> = { de, nl };

/** An issue as stored or answered: of this version, or of an older one. */
interface Said {
  readonly code: string;
  readonly text: string;
  readonly parameters?: Parameters | undefined;
}

/** The sentences of a code in a language. */
export function issueWords(code: IssueCode, language: IssueLanguage): Pick<IssueRow, 'text' | 'advice' | 'clauses'> {
  return language === 'en' ? issueTable[code] : partsOf(TABLES[language][code]);
}

/**
 * An issue in a language. It stays as it is if its code or a parameter is not known, as in issues stored by older
 * versions.
 */
export function issueIn<Issue extends Said>(issue: Issue, language: IssueLanguage): Issue {
  const words = wordsFor(issue, language);
  return words === undefined ? issue : { ...issue, text: sentenceOf(words, parametersIn(issue, language)) };
}

/** A question about a doubtful file with its answers in a language: each is a word, a colon and what it means. */
export function choiceIn(choice: Choice, language: Exclude<IssueLanguage, 'en'>): Choice {
  const values = choice.values.map(({ value, text }) => {
    const [, word, meaning] = /^(.+?): (.+)$/s.exec(text) ?? [];
    if (word === undefined || meaning === undefined) return { value, text };
    return { value, text: `${phraseIn(word, language)}: ${phraseIn(meaning, language)}` };
  });
  return { ...choice, values };
}

/** The sentence of an issue without its advice, and the advice; undefined as for `issueIn`, and in English. */
export function findingIn(issue: Said, language: IssueLanguage): { text: string; advice: string } | undefined {
  const words = wordsFor(issue, language);
  if (words === undefined) return undefined;
  const { advice, ...sentence } = words;
  const parameters = parametersIn(issue, language);
  return { text: sentenceOf(sentence, parameters), advice: fillTemplate(advice ?? '', parameters) };
}

function wordsFor({ code, parameters = {} }: Said, language: IssueLanguage): ReturnType<typeof issueWords> | undefined {
  if (language === 'en' || issueRow(code) === undefined) return undefined;
  const words = issueWords(code as IssueCode, language);
  return isFilled(words, parameters) ? words : undefined;
}

/** The parameters of an issue, with our own words and clauses in a language. */
function parametersIn({ code, parameters = {} }: Said, language: IssueLanguage): Parameters {
  if (code === 'option-invalid' && language !== 'en')
    return { ...parameters, fault: optionFaultIn(String(parameters['fault']), language) };
  const worded = WORDED[code as IssueCode];
  if (worded === undefined || language === 'en') return parameters;
  const stated = worded.filter((name) => parameters[name] !== undefined);
  const said = stated.map((name) => [name, phraseIn(String(parameters[name]), language)] as const);
  return { ...parameters, ...Object.fromEntries(said) };
}

/** Whether a sentence has all its parameters. */
function isFilled({ text, advice = '', clauses = {} }: ReturnType<typeof issueWords>, parameters: Parameters): boolean {
  const chosen = Object.entries(clauses).map(([name, texts]) => texts[String(parameters[name])] ?? '{}');
  if (chosen.includes('{}')) return false;
  return parametersOf([text, advice, ...chosen].join('')).every((name) => Object.hasOwn(parameters, name));
}
