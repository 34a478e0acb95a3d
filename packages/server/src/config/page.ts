import type { SettingReport } from './configuration.ts';

/** The page of all settings as Markdown: docs/settings.md is this text. @param settings with their defaults in force */
export function settingsPage(settings: readonly SettingReport[]): string {
  const rows = settings.map(
    ({ name, flag, env, value, doc }) =>
      `| \`${name}\` | \`${flag}\` | \`${env}\` | ${shown(value)} | ${doc.replaceAll('|', '\\|')} |`,
  );
  return `# Settings

A flag goes before the environment, the environment before the settings file (\`--config FILE\` or \`FIELDBRIDGE_CONFIG\`: one JSON object by the names of the first
column). \`fieldbridge config\` prints what is in force and where each value came from. An unknown or impossible setting stops the start with a
sentence. Lists are written with commas. This page is made from the tables of settings by \`npm run docs\`.

| setting | flag | environment | default | what it does |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function shown(value: SettingReport['value']): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `\`${value.join(',')}\``;
  return `\`${String(value)}\``;
}
