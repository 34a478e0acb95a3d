import type { HasAll } from '@fieldbridge/formats/core/issues/language.ts';
import type { ParametersOf } from '@fieldbridge/formats/core/issues/template.ts';

/** A sentence in the other languages, with the parameters of the English one. */
export type DetailRow<English extends string> = readonly [de: Like<English>, nl: Like<English>];

type Like<English extends string> = string & HasAll<keyof ParametersOf<English>>;

/** A part of the table: translations by English sentence. Types fail if a language or a parameter is missing. */
export function detailRows<const Rows extends { readonly [Text in keyof Rows]: DetailRow<Text & string> }>(
  rows: Rows,
): Rows {
  return rows;
}
