import { describeSettings, type SettingReport, type SettingSources } from '@fieldbridge/server';
import { UsageError } from './command.ts';
import { readWords } from './read-words.ts';

/** The arguments of a command that takes the server's settings as flags. */
export interface ServerWords {
  readonly sources: SettingSources;
  readonly demo: boolean;
  readonly json: boolean;
}

/**
 * Reads the server's settings from flags, the environment and `--config FILE`.
 * @throws UsageError for an argument that is not a setting
 */
export function parseServerWords(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServerWords {
  const settings = describeSettings({});
  const flags = settings.map((setting) => {
    const type: 'boolean' | 'string' = typeof setting.value === 'boolean' ? 'boolean' : 'string';
    return [setting.flag.replace(/^--/, ''), { type }] as const;
  });
  const { values, positionals } = readWords({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      ...Object.fromEntries(flags),
      config: { type: 'string' },
      demo: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is not a setting; settings are --NAME VALUE`);
  const { config, demo, json, ...given } = values as Record<string, string | boolean | undefined>;
  const file = config ?? env['FIELDBRIDGE_CONFIG'];
  return {
    sources: { flags: given, env, ...(file === undefined ? {} : { file: String(file) }) },
    demo: demo === true,
    json: json === true,
  };
}

/** The settings as help text: flag, environment variable, description. */
export function settingsHelp(settings: readonly SettingReport[]): string {
  return settings.map(({ flag, env, doc }) => `  --${flag.replace(/^--/, '')}\n      ${doc} (${env})`).join('\n');
}
