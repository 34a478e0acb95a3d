import type { Field } from './field.ts';

type Fields = Readonly<Record<string, Field>>;
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** The values of one record by field name. */
export type RecordOf<L extends Layout> = { -readonly [K in keyof L['fields']]: ValueOf<L['fields'][K]> };

/** A kind of record: its name and fields. Later versions only add fields at the end. */
export interface Layout<F extends Fields = Fields> {
  readonly title: string;
  readonly fields: F;
  /** Bytes that a record needs for all fields. */
  readonly size: number;
}

/** Declares a record kind. */
export function layout<const F extends Fields>(title: string, fields: F): Layout<F> {
  const ends = Object.values(fields).map((field) => field.at + field.size);
  return { title, fields, size: Math.max(0, ...ends) };
}

/** Reads all fields of the record at `base`; for kinds with few records. */
export function readRecord<L extends Layout>(kind: L, view: DataView, base: number): RecordOf<L> {
  const record: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(kind.fields)) record[name] = field.read(view, base);
  return record as RecordOf<L>;
}

/** Writes the given fields of the record at `base`; the others are unchanged. */
export function writeRecord<L extends Layout>(
  kind: L,
  view: DataView,
  base: number,
  values: Partial<RecordOf<L>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    kind.fields[name]!.write(view, base, value);
  }
}
