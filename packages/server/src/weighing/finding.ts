import type { Finding, FindingCode } from '@fieldbridge/contract';
import type { Parameters } from '@fieldbridge/formats/core/issues/template.ts';
import { findingText } from './finding-texts/in-language.ts';
import type { FindingParameters } from './finding-texts/language.ts';

/** A finding about the field at a path, with its sentence in English. */
export function finding<Code extends FindingCode>(
  code: Code,
  { path }: { readonly path: readonly string[] },
  given: FindingParameters<Code>,
): Finding {
  const [pointer, parameters] = [`#/${path.join('/')}`, given as unknown as Parameters];
  return { code, pointer, text: findingText({ code, pointer, parameters }, 'en'), parameters };
}
