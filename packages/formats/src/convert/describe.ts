import type { Format, Kind } from '../core/format.ts';
import { formatText, optionsIn, type SaidOption } from '../core/format-texts/in-language.ts';
import type { Holds } from '../core/holds.ts';
import type { IssueLanguage } from '../core/issues/language.ts';
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
  /** The data of a job that a written file keeps; null without a writer. */
  readonly holds: Holds | null;
  /** JSON Schema (2020-12) of the options of each direction. */
  readonly options: { readonly read: OptionsSchema | null; readonly write: OptionsSchema | null };
  readonly notes: string;
}

/** JSON Schema of an options object. */
export interface OptionsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, SaidOption>>;
  readonly additionalProperties: false;
}

/** The public description of a format, made from its descriptor, in a language. */
export function describeFormat(format: Format, language: IssueLanguage = 'en'): FormatDescription {
  const { id, extensions, mediaTypes, experimental, kinds, versions } = format;
  const [name, notes] = [formatText(format.name, language), formatText(format.notes, language)];
  const schemaOf = (table: OptionTable): OptionsSchema => ({
    type: 'object',
    properties: optionsIn(table, language),
    additionalProperties: false,
  });
  const { holds = null } = format;
  const read = format.loadReader !== undefined;
  const write = format.loadWriter !== undefined;
  const options = {
    read: read ? schemaOf(importOptionTable(format)) : null,
    write: write ? schemaOf(exportOptionTable(format)) : null,
  };
  return { id, name, extensions, mediaTypes, read, write, experimental, kinds, versions, holds, options, notes };
}
