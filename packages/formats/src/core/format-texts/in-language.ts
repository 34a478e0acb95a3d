import type { IssueLanguage } from '../issues/language.ts';
import type { OptionSchema, OptionTable } from '../options.ts';
import { type FormatText, formatTexts } from './table.ts';
import { OPTION_TITLES } from './titles.ts';

/** Position of a language in the title of an option. */
const TITLE = { en: 0, de: 1, nl: 2 } as const;

/** A text of a format in a language. */
export function formatText(text: FormatText, language: IssueLanguage): string {
  if (language === 'en') return text;
  const [de, nl] = formatTexts[text];
  return language === 'de' ? de : nl;
}

/** An option as it is published: with a title for forms, in a language. */
export type SaidOption = Omit<OptionSchema, 'description'> & { readonly title: string; readonly description: string };

/** Options with their titles and descriptions in a language. */
export function optionsIn(table: OptionTable, language: IssueLanguage): Readonly<Record<string, SaidOption>> {
  const said = Object.entries(table).map(([name, { type, description, ...rest }]) => {
    const title = OPTION_TITLES[name]?.[TITLE[language]] ?? name;
    return [name, { type, title, ...rest, description: formatText(description, language) }];
  });
  return Object.fromEntries(said) as Readonly<Record<string, SaidOption>>;
}
