import type { IssueRow } from './row.ts';
import type { issueTable } from './table.ts';
import type { ParametersOf } from './template.ts';

/** Languages in which issues have sentences. */
export const ISSUE_LANGUAGES = ['en', 'de', 'nl'] as const;
export type IssueLanguage = (typeof ISSUE_LANGUAGES)[number];

/** A part of the table in another language: for each code its sentence, with advice and clauses where it has them. */
export type Translated<Rows> = { readonly [Code in keyof Rows]: TranslatedRow<Rows[Code]> };

type TranslatedRow<Row> = Row extends { readonly clauses: infer Clauses }
  ? {
      readonly text: Like<Row, 'text'>;
      readonly clauses: { readonly [Name in keyof Clauses]: { readonly [Key in keyof Clauses[Name]]: string } };
    } & (Row extends { readonly advice: string } ? { readonly advice: Like<Row, 'advice'> } : unknown)
  : Row extends { readonly advice: string }
    ? readonly [text: Like<Row, 'text'>, advice: Like<Row, 'advice'>]
    : Like<Row, 'text'>;

/** A sentence with the parameters of an English one. */
type Like<Row, Part extends string> =
  Row extends Readonly<Record<Part, infer English extends string>>
    ? string & HasAll<keyof ParametersOf<English>>
    : never;

/** A template that has all parameters of a union of names. */
export type HasAll<Name> = (Name extends string ? (template: `${string}{${Name}${string}`) => void : never) extends (
  template: infer All,
) => void
  ? All
  : never;

/** The sentences of all codes in a language. */
export type TranslatedTable = Translated<typeof issueTable>;

/** Whichever form a translated row has, as text, advice and clauses. */
export function partsOf(row: TranslatedTable[keyof TranslatedTable]): Pick<IssueRow, 'text' | 'advice' | 'clauses'> {
  if (typeof row === 'string') return { text: row };
  if (!('text' in row)) return { text: row[0], advice: row[1] };
  return row;
}
