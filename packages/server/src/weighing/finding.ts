import type { Finding, FindingCode } from '@fieldbridge/contract';
import { type Decimal, shortDecimal } from './decimal.ts';

/** A finding about the field at a path. */
export const finding = (code: FindingCode, { path }: { readonly path: readonly string[] }, text: string): Finding => ({
  code,
  pointer: `#/${path.join('/')}`,
  text,
});
/** A weight in the text of a finding. */
export const kilograms = (value: Decimal): string => `${shortDecimal(value)} kg`;
