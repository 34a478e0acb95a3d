import { countsOf } from '@fieldbridge/fieldjob';
import type { CountedIssue, IssueLog } from '@fieldbridge/formats';
import { type CommandIo, EXIT } from '../command.ts';
import { counted } from '../counted.ts';
import { issueLine } from '../issue-line.ts';
import type { Conversion, Converted } from './conversion.ts';
import type { ReadInput } from './input.ts';

const summaries = (logs: readonly IssueLog[]): CountedIssue[] => logs.flatMap((log) => log.summary());
const fromOf = ({ outcome }: ReadInput) => ({ format: outcome.format.id, version: outcome.version });

/** Reports a conversion as text, or as one JSON document. @returns the exit status */
export function showConverted(
  { output, target }: Pick<Conversion, 'output' | 'target'>,
  { job, inputs, issues: logs }: Converted,
  json: boolean,
  io: CommandIo,
): number {
  const [first, ...others] = inputs as [ReadInput, ...ReadInput[]];
  const ofInputs = inputs.map(({ outcome }) => outcome.issues.summary());
  const written = summaries(logs);
  const partial = [...ofInputs.flat(), ...written].some(({ severity }) => severity !== 'note');
  const counts = countsOf(job);
  if (json) {
    const sources =
      others.length === 0
        ? { input: first.path, output, from: fromOf(first) }
        : {
            inputs: inputs.map((input, index) => ({
              input: input.path,
              from: fromOf(input),
              counts: countsOf(input.job),
              source: input.outcome.tally.rows(),
              issues: ofInputs[index],
            })),
            output,
          };
    const issues = others.length === 0 ? [...ofInputs[0]!, ...written] : written;
    const source = others.length === 0 ? { source: first.outcome.tally.rows() } : {};
    const result = partial ? 'partialSuccess' : 'success';
    io.out(`${JSON.stringify({ result, ...sources, to: target.id, counts, ...source, issues }, null, 2)}\n`);
  } else {
    for (const [index, { path }] of inputs.entries())
      for (const issue of ofInputs[index]!) io.err(`${others.length === 0 ? '' : `${path}: `}${issueLine(issue)}`);
    for (const issue of written) io.err(issueLine(issue));
    const filled = Object.entries(counts).filter(([, count]) => count > 0);
    io.out(`${output}: ${filled.map(([kind, count]) => counted(count, kind)).join(', ') || 'nothing'}\n`);
  }
  return partial ? EXIT.partial : EXIT.done;
}
