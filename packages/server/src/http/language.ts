import { PROBLEM_LANGUAGES, type ProblemLanguage } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangesOf } from './accept.ts';
import { addVary } from './cors.ts';

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

/** For the configuration of a route that answers sentences in the caller's language. */
export const IN_LANGUAGE = {
  documentedHeaders: { 'Accept-Language': 'en, de or nl: the language of the sentences; English otherwise' },
  answeredHeaders: { 'Content-Language': 'The languages of the sentences; names and contents of files may be in any' },
} as const;

/** The language of an answer with sentences, as its headers state it. */
export function answerLanguage(request: FastifyRequest, reply: FastifyReply): ProblemLanguage {
  const language = languageOf(request.headers['accept-language']);
  addVary(reply, 'Accept-Language');
  reply.header('content-language', language === 'en' ? 'en' : `${language}, en`);
  return language;
}
