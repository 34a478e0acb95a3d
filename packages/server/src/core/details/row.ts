import type { HasAll } from '@fieldbridge/formats/core/issues/language.ts';
import type { ParametersOf } from '@fieldbridge/formats/core/issues/template.ts';

/** A sentence in the languages besides English, with the parameters of the English one. */
export type DetailRow<English extends string> = readonly [de: Like<English>, nl: Like<English>];

type Like<English extends string> = string & HasAll<keyof ParametersOf<English>>;

/** A part of the table: by English sentence the others. Types fail where a language or a parameter is missing. */
export function detailRows<const Rows extends { readonly [Text in keyof Rows]: DetailRow<Text & string> }>(
  rows: Rows,
): Rows {
  return rows;
}
