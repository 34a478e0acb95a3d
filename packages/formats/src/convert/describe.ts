import type { Format, Kind } from '../core/format.ts';
import type { Holds } from '../core/holds.ts';
import type { OptionTable } from '../core/options.ts';
import { exportOptionTable, importOptionTable } from './import-options.ts';

/** A format as `GET /formats` and `fieldbridge formats --json` show it. */
export interface FormatDescription {
  readonly id: string;
  readonly name: string;
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
  readonly read: boolean;
  readonly write: boolean;
  readonly experimental: { readonly read: boolean; readonly write: boolean };
  readonly kinds: readonly Kind[];
  readonly versions: readonly string[];
  /** What a written file keeps of a job; null without a writer. */
  readonly holds: Holds | null;
  /** JSON Schema (2020-12) of the options of each direction. */
  readonly options: { readonly read: OptionsSchema | null; readonly write: OptionsSchema | null };
  readonly notes: string;
}

/** JSON Schema of an options object. */
export interface OptionsSchema {
  readonly type: 'object';
  readonly properties: OptionTable;
  readonly additionalProperties: false;
}

const schemaOf = (table: OptionTable): OptionsSchema => ({
  type: 'object',
  properties: table,
  additionalProperties: false,
});

/** The public description of a format, made from its descriptor. */
export function describeFormat(format: Format): FormatDescription {
  const { id, name, extensions, mediaTypes, experimental, kinds, versions, notes } = format;
  const { holds = null } = format;
  const read = format.loadReader !== undefined;
  const write = format.loadWriter !== undefined;
  const options = {
    read: read ? schemaOf(importOptionTable(format)) : null,
    write: write ? schemaOf(exportOptionTable(format)) : null,
  };
  return { id, name, extensions, mediaTypes, read, write, experimental, kinds, versions, holds, options, notes };
}
