import type { SettingReport } from './configuration.ts';

/** The page of all settings as Markdown, written to docs/settings.md. @param settings with their default values */
export function settingsPage(settings: readonly SettingReport[]): string {
  const rows = settings.map(
    ({ name, flag, env, value, doc }) =>
      `| \`${name}\` | \`${flag}\` | \`${env}\` | ${shown(value)} | ${doc.replaceAll('|', '\\|')} |`,
  );
  return `# Settings

Flags override the environment, and the environment overrides the settings file (\`--config FILE\` or \`FIELDBRIDGE_CONFIG\`: one
JSON object with the names of the first column). \`fieldbridge config\` prints the values in force and where each was set. An
unknown or invalid setting stops the start with a message. Lists are separated by commas. \`npm run docs\` writes this page from
the tables of settings.

| setting | flag | environment | default | meaning |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function shown(value: SettingReport['value']): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `\`${value.join(',')}\``;
  return `\`${String(value)}\``;
}
