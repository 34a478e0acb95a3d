/** The type of a parsed setting. */
export type SettingValue = string | number | boolean | readonly string[] | undefined;

interface SettingBase<Kind extends string, Value> {
  readonly type: Kind;
  /** Value if nobody sets it; undefined if there is no default. */
  readonly default: Value;
  /** One sentence for the manual and for `fieldbridge config`. */
  readonly doc: string;
  /** Environment variable; by default FIELDBRIDGE_ and the name in capitals. */
  readonly env?: string;
  /** Further environment variables, used if `env` is not set. */
  readonly envAlso?: readonly string[];
  /** Command-line flag without the dashes; by default the name with hyphens. */
  readonly flag?: string;
  /** True for passwords: `describe` shows only whether they are set. */
  readonly secret?: boolean;
  /** Returns the reason if the value is invalid, otherwise undefined. */
  readonly check?: (value: NonNullable<Value>) => string | undefined;
}

export type StringSetting<Value extends string | undefined = string | undefined> = SettingBase<'string', Value>;
export interface NumberSetting<Value extends number | undefined = number | undefined>
  extends SettingBase<'number', Value> {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}
export type BooleanSetting = SettingBase<'boolean', boolean>;
/** Written as one text with commas, or as an array in the file. */
export type ListSetting = SettingBase<'list', readonly string[]>;

export type Setting =
  | StringSetting
  | StringSetting<string>
  | NumberSetting
  | NumberSetting<number>
  | BooleanSetting
  | ListSetting;

/** Settings by name, in camelCase. Each service declares its own table; names are unique over all tables. */
export type SettingsTable = Readonly<Record<string, Setting>>;

type ValueOf<S> = S extends { type: 'number'; default: infer D }
  ? undefined extends D
    ? number | undefined
    : number
  : S extends { type: 'boolean' }
    ? boolean
    : S extends { type: 'list' }
      ? readonly string[]
      : S extends { default: infer D }
        ? undefined extends D
          ? string | undefined
          : string
        : never;

/** The values of a table, with its types. */
export type ValuesOf<T extends SettingsTable> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** The environment variable of a setting: `drainSeconds` → `FIELDBRIDGE_DRAIN_SECONDS`. */
export function envName(name: string, setting: Setting): string {
  return setting.env ?? `FIELDBRIDGE_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The flag of a setting: `drainSeconds` → `drain-seconds`. */
export function flagName(name: string, setting: Setting): string {
  return setting.flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
