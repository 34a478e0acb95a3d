import { conversionProblems } from '../conversion/problems.ts';
import type { ProblemRows } from '../problem-row.ts';
import { projectProblems } from '../project/problems.ts';
import { weighingProblems } from '../weighing/problems.ts';
import { commonProblems } from './common.ts';
import { operatorProblems } from './operator.ts';

const PARTS: readonly (readonly [title: string, rows: ProblemRows])[] = [
  ['All interfaces', commonProblems],
  ['Project interface', projectProblems],
  ['Weighing interface', weighingProblems],
  ['Conversion interface', conversionProblems],
  ["Operator's desk", operatorProblems],
];

/** The page of all problem codes as Markdown: docs/problems.md is this text. */
export function problemsPage(): string {
  const parts = PARTS.map(([title, rows]) => {
    const lines = Object.entries(rows).map(
      ([code, row]) => `### ${code}\n\n${row.status} · **${row.title}.** ${row.doc}\n`,
    );
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `# Problem codes

Every refusal is \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`detail\` says what was found, \`errors\` where, \`requestId\` finds it in
the operator's log. The token endpoints answer in the form of RFC 6749 §5.2 instead. This page is made from the table in
\`packages/contract/src/problems\` by \`npm run docs\`; the server shows the same at \`/docs/problems\`.

${parts.join('\n')}`;
}
