import { PROBLEM_LANGUAGES, type ProblemLanguage } from '@fieldbridge/contract';
import { rangesOf } from './accept.ts';

/**
 * The language in which a caller reads (RFC 9110 §12.5.4): the one of ours that is wanted most, whatever the country.
 * @param header Accept-Language; English without one of ours
 */
export function languageOf(header: string | undefined): ProblemLanguage {
  let [found, best]: [ProblemLanguage, number] = ['en', 0];
  for (const { type, quality } of rangesOf(header ?? '')) {
    const language = PROBLEM_LANGUAGES.find((one) => one === type.split('-', 1)[0]);
    if (language !== undefined && quality > best) [found, best] = [language, quality];
  }
  return found;
}
