import { readFileSync } from 'node:fs';
import { nearest } from '../core/nearest.ts';
import { parseSetting, SettingError } from './parse.ts';
import { envName, flagName, type SettingsTable, type SettingValue, type ValuesOf } from './setting.ts';

/** The sources of settings, strongest first. */
export interface SettingSources {
  /** By setting name or flag name; undefined values are ignored. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Path of a JSON file with one object of settings. */
  readonly file?: string;
}

/** One line of `fieldbridge config`. */
export interface SettingReport {
  readonly name: string;
  readonly value: SettingValue;
  /** `default`, `flag --port`, `environment PORT` or `file /etc/fieldbridge.json`. */
  readonly from: string;
  readonly doc: string;
  readonly flag: string;
  readonly env: string;
}

interface Entry {
  readonly value: SettingValue;
  readonly from: string;
}

/** The settings in force: read once, never changed. */
export class Configuration {
  readonly #tables: SettingsTable;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(tables: SettingsTable, entries: ReadonlyMap<string, Entry>) {
    this.#tables = tables;
    this.#entries = entries;
  }

  /**
   * Reads every setting of the tables.
   * @param tables the core's table and one per service; two tables must not share a name
   * @throws SettingError for an unknown or invalid setting, with a sentence
   */
  static resolve(tables: readonly SettingsTable[], sources: SettingSources): Configuration {
    const all = merge(tables);
    const file = sources.file === undefined ? {} : readSettingsFile(sources.file);
    const flags = byName(all, sources.flags ?? {});
    refuseUnknown(Object.keys(file), Object.keys(all), (name) => `The file ${sources.file} has the setting ${name}`);
    refuseUnknownVariables(all, sources.env ?? {});
    const entries = new Map<string, Entry>();
    for (const [name, setting] of Object.entries(all)) {
      const variable = [envName(name, setting), ...(setting.envAlso ?? [])].find(
        (v) => (sources.env?.[v] ?? '') !== '',
      );
      const [raw, from] =
        flags[name] !== undefined
          ? [flags[name], `flag --${flagName(name, setting)}`]
          : variable !== undefined
            ? [sources.env?.[variable], `environment ${variable}`]
            : Object.hasOwn(file, name)
              ? [file[name], `file ${sources.file}`]
              : [undefined, 'default'];
      entries.set(name, { value: raw === undefined ? setting.default : parseSetting(name, setting, raw, from), from });
    }
    return new Configuration(all, entries);
  }

  /** The values of one table, with its types. */
  values<T extends SettingsTable>(table: T): ValuesOf<T> {
    return Object.fromEntries(Object.keys(table).map((name) => [name, this.#entries.get(name)!.value])) as ValuesOf<T>;
  }

  /** A value by its name, from any table; undefined if there is no such setting. */
  value(name: string): SettingValue {
    return this.#entries.get(name)?.value;
  }

  /** The values in force and where each was set; secrets are shown as `(set)`. */
  describe(): SettingReport[] {
    return Object.entries(this.#tables).map(([name, setting]) => {
      const { value, from } = this.#entries.get(name)!;
      return {
        name,
        value: setting.secret && value !== undefined ? '(set)' : value,
        from,
        doc: setting.doc,
        flag: `--${flagName(name, setting)}`,
        env: envName(name, setting),
      };
    });
  }
}

function merge(tables: readonly SettingsTable[]): SettingsTable {
  const all: Record<string, SettingsTable[string]> = {};
  for (const table of tables) {
    for (const [name, setting] of Object.entries(table)) {
      if (Object.hasOwn(all, name)) throw new SettingError(`The setting ${name} is declared twice.`);
      all[name] = setting;
    }
  }
  return all;
}

function byName(all: SettingsTable, flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Map(
    Object.entries(all).flatMap(
      ([name, s]) =>
        [
          [name, name],
          [flagName(name, s), name],
        ] as const,
    ),
  );
  const found: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    const name = names.get(flag);
    if (name === undefined) refuseUnknown([flag], [...names.keys()], () => `The flag --${flag} was given`);
    else found[name] = value;
  }
  return found;
}

function refuseUnknown(names: readonly string[], known: readonly string[], where: (name: string) => string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const close = nearest(name, known);
    throw new SettingError(
      `${where(name)}, which does not exist.${close === undefined ? '' : ` Did you mean ${close}?`}`,
    );
  }
}

/** Variables that the command line reads itself. */
const OF_THE_COMMAND_LINE = [
  'FIELDBRIDGE_CONFIG',
  'FIELDBRIDGE_SERVER',
  'FIELDBRIDGE_ENVIRONMENT',
  'FIELDBRIDGE_CLIENT_ID',
  'FIELDBRIDGE_CLIENT_SECRET',
  'FIELDBRIDGE_OPERATOR_KEY',
];

/** Variables with our prefix that name no setting are typing errors; others belong to other programs. */
function refuseUnknownVariables(all: SettingsTable, env: Readonly<Record<string, string | undefined>>): void {
  const known = Object.entries(all).flatMap(([name, setting]) => [envName(name, setting), ...(setting.envAlso ?? [])]);
  const ours = Object.keys(env).filter(
    (variable) => variable.startsWith('FIELDBRIDGE_') && !OF_THE_COMMAND_LINE.includes(variable),
  );
  refuseUnknown(ours, known, (variable) => `The environment holds ${variable}, a setting`);
}

function readSettingsFile(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingError(`The settings file ${path} cannot be read: ${(error as Error).message}.`);
  }
  try {
    // Some editors write a byte order mark.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new SettingError(`The settings file ${path} is not JSON: ${placeOf(error as Error)}.`);
  }
  throw new SettingError(`The settings file ${path} must contain one JSON object of settings.`);
}

/**
 * V8's message quotes the file, which may hold a password, so only the position or the one wrong character is reported.
 */
function placeOf({ message }: Error): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  if (line !== undefined) return `look at line ${line}, column ${column}`;
  const token = /^Unexpected token '(.)'/su.exec(message)?.[1];
  return token === undefined ? 'it ends too early' : `unexpected ${JSON.stringify(token)}`;
}
