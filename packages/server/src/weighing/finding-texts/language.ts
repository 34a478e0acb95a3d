import type { FindingCode } from '@fieldbridge/contract';
import type { HasAll } from '@fieldbridge/formats/core/issues/language.ts';
import type { ParametersOf } from '@fieldbridge/formats/core/issues/template.ts';
import type { en, enFields } from './en.ts';

/** The sentence of every code in another language, with the parameters of the English one. */
export type FindingTexts = {
  readonly [Code in FindingCode]: string & HasAll<keyof ParametersOf<(typeof en)[Code]>>;
};

/** What sentences in another language call a field, by the first part of its path. */
export type FindingFields = Readonly<Record<keyof typeof enFields, string>>;

/** The parameters of a code's sentence. The field follows from the pointer. */
export type FindingParameters<Code extends FindingCode> = Omit<ParametersOf<(typeof en)[Code]>, 'field'>;
