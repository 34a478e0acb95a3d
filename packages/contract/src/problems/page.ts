import { consoleProblems } from '../console/problems.ts';
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
  ['Console', consoleProblems],
];

/** The page of all problem codes as Markdown, written to docs/problems.md. */
export function problemsPage(): string {
  const parts = PARTS.map(([title, rows]) => {
    const lines = Object.entries(rows).map(
      ([code, row]) => `### ${code}\n\n${row.status} · **${row.title}.** ${row.doc}\n`,
    );
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `# Problem codes

Every refusal is \`application/problem+json\` (RFC 9457) with a stable \`code\`. \`detail\` describes the fault,
\`errors\` its places, \`issues\` everything reported about a file before its conversion failed, and the operator can find the
request in the log by its \`requestId\`. \`title\`, \`detail\`, the details in \`errors\` and the texts in \`issues\` are in
English, German or Dutch, according to \`Accept-Language\`; texts from a library, a file or the caller are not translated. The
token endpoints follow RFC 6749 §5.2 instead. The server shows this page at \`/docs/problems\`.
\`npm run docs\` writes it from the tables in \`packages/contract/src/problems\`.

${parts.join('\n')}`;
}
