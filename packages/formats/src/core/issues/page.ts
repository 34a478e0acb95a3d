import type { IssueRow } from './row.ts';
import { ISSUE_PARTS } from './table.ts';

/** The page of all issue codes as Markdown: docs/issues.md is this text. */
export function issuesPage(): string {
  const parts = ISSUE_PARTS.map(([title, rows]) => {
    const lines = Object.entries<IssueRow>(rows).map(
      ([code, { level, text, advice = '', clauses = {} }]) =>
        `| \`${code}\` | ${level} | ${cell(text)}${Object.entries(clauses).map(choices).join('')} | ${cell(advice)} |\n`,
    );
    return `## ${title}\n\n| code | level | what it says | what to do |\n|---|---|---|---|\n${lines.join('')}`;
  });
  return `# Issue codes

What a conversion reports about the data, in content reports, import results and export results: a stable \`code\`, its level, the sentence, its
\`parameters\`, and the place where it was found. A parameter that stands for a clause has a code, too. A *note* is worth knowing, nothing is lost; a *warning* means that something selected was altered or
skipped; an *error* that the file could not be read, or not to its end. The sentences are in English, German or
Dutch, as \`Accept-Language\` asks. This page is made from the table in
\`packages/formats/src/core/issues\` by \`npm run docs\`.

${parts.join('\n')}`;
}

/** The codes of a parameter, each with its words. */
const choices = ([name, texts]: [name: string, texts: Readonly<Record<string, string>>]): string =>
  `. *${name}* is ${Object.entries(texts)
    .map(([code, text]) => `\`${code}\` (${cell(text)})`)
    .join(', ')}`;

/** A template as a table cell shows it: parameters as names, words that depend on a number in the plural. */
function cell(template: string): string {
  return template
    .replace(/\{(\w+) [^|}]*\|([^}]*)\}/g, '*$1* $2')
    .replace(/\{(\w+)\}/g, '*$1*')
    .replaceAll('|', '\\|');
}
