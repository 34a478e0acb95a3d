// node convert.ts IN [FORMAT OUT]: reads a file into a field job and optionally writes it in another format. The
// process starts as the command line does: its time and memory are what a user pays for one conversion.
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { startLightly } from '@fieldbridge/cli/light-start.ts';

startLightly();

const { JobBuilder } = await import('@fieldbridge/fieldjob');
const { DEFAULT_LIMITS, detect, FileSource, formatById, IssueLog, parseOptions, SourceTally } = await import(
  '@fieldbridge/formats'
);

const [input, target, output] = process.argv.slice(2);
const source = new FileSource(input!);
const format = detect(source)?.format;
if (format?.loadReader === undefined) throw new Error(`${input} cannot be read`);
const builder = new JobBuilder();
const common = {
  signal: new AbortController().signal,
  progress: () => {},
  report: new IssueLog().report,
  workFolder: dirname(input!),
};
const read = await format.loadReader();
await read(source, builder, {
  ...common,
  options: parseOptions(format.readOptions, {}).values,
  limits: DEFAULT_LIMITS,
  tally: new SourceTally(),
});
source.close();
if (target !== undefined && output !== undefined) {
  const writer = formatById(target);
  if (writer?.loadWriter === undefined) throw new Error(`${target} cannot be written`);
  rmSync(output, { force: true });
  const write = await writer.loadWriter();
  await write(builder.job, output, { ...common, options: parseOptions(writer.writeOptions, {}).values });
}
