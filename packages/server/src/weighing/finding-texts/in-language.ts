import type { Finding, FindingCode, ProblemLanguage } from '@fieldbridge/contract';
import { fillTemplate, parametersOf } from '@fieldbridge/formats/core/issues/template.ts';
import { de, deFields } from './de.ts';
import { en, enFields } from './en.ts';
import type { FindingFields } from './language.ts';
import { nl, nlFields } from './nl.ts';

interface Words {
  readonly texts: Readonly<Record<FindingCode, string>>;
  readonly fields: FindingFields;
}

const WORDS: Readonly<Record<ProblemLanguage, Words>> = {
  en: { texts: en, fields: enFields },
  de: { texts: de, fields: deFields },
  nl: { texts: nl, fields: nlFields },
};

/** The sentence of a finding. @throws TypeError if a parameter is missing */
export function findingText({ code, pointer, parameters }: Omit<Finding, 'text'>, language: ProblemLanguage): string {
  const { texts, fields } = WORDS[language];
  const field = fields[pointer.split('/')[1] as keyof FindingFields] ?? '';
  return fillTemplate(texts[code], { ...parameters, field });
}

/**
 * A stored finding in a language. It stays as it is if its code or a parameter is not known, as in what older and newer
 * versions store.
 */
export function findingIn(finding: Finding, language: ProblemLanguage): Finding {
  const { code, parameters } = finding;
  if (language === 'en' || parameters === undefined || !Object.hasOwn(en, code)) return finding;
  const names = parametersOf(WORDS[language].texts[code]).filter((name) => name !== 'field');
  if (!names.every((name) => Object.hasOwn(parameters, name))) return finding;
  return { ...finding, text: findingText(finding, language) };
}
