import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { countsOf, JobBuilder, type Selection } from '@fieldbridge/fieldjob';
import {
  exportJob,
  FORMATS,
  type Format,
  FormatError,
  formatsFor,
  type ImportRequest,
  type IssueLog,
  importFile,
  parseExportOptions,
  refuseNoData,
} from '@fieldbridge/formats';
import { type Command, type CommandIo, EXIT, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { didYouMean } from '../did-you-mean.ts';
import { FailureAfterReading } from '../failure.ts';
import { namesOf } from '../format-names.ts';
import { issueLine } from '../issue-line.ts';
import { namedFile } from '../named-file.ts';
import { namedOptions } from '../named-values.ts';
import { type OutputFile, outputFile } from '../output-file.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';
import { LIMIT_USAGE, readLimits } from '../reader-limits.ts';
import { READING_OPTIONS, readingOf, refuseFaults } from '../reading.ts';
import { narrowToLayers, readSelection } from '../selection-file.ts';
import { openSourceFile } from '../source-file.ts';

const USAGE = `fieldbridge convert IN OUT [options]

  --from FORMAT         format of IN (default: detected from its content)
  --to FORMAT           format to write (default: from OUT's extension)
  --as drawing|features|both   how CAD data is imported (default: features)
  --unit U              unit of IN if it states none: m, ft, usft
  --crs SYSTEM          reference system of IN if it states none: an EPSG code (25832, 28992+5709), a name, WKT, "local"
  --to-unit U, --to-crs SYSTEM   convert to this unit or system
  --grids FOLDER        grid files for changes of reference system (NTv2, GTX, GeoTIFF; default: FIELDBRIDGE_GRIDS)
  --layers A,B          only what is on these layers
  --filter FILE         a filled-in filter: the selection of "fieldbridge inspect IN --json"
  --option NAME=VALUE   an option of the reader (repeatable; see "fieldbridge formats --json")
  --out-option NAME=VALUE   an option of the writer (repeatable)
${LIMIT_USAGE}
  --experimental        allow formats that are written by guess
  --json                the result as one JSON document

Exit status 3: written, but something could not be read or does not fit the format; the issues say what.`;

/** `fieldbridge convert`: converts a file without a server. */
export const convert: Command = {
  name: 'convert',
  summary: 'convert a file into another format',
  usage: USAGE,
  run: async (args, io) => {
    const { values, positionals } = readWords({
      args: [...args],
      allowPositionals: true,
      options: {
        ...READING_OPTIONS,
        to: { type: 'string' },
        as: { type: 'string' },
        'to-unit': { type: 'string' },
        'to-crs': { type: 'string' },
        layers: { type: 'string' },
        filter: { type: 'string' },
        'out-option': { type: 'string', multiple: true, default: [] },
        experimental: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    if (positionals.length !== 2)
      throw new UsageError(`give the file to read and the file to write: two names, not ${positionals.length}`);
    const [input, output] = positionals.map(namedFile) as [string, string];
    const { as } = values;
    if (as !== undefined && !isWay(as)) throw new UsageError(`--as must be drawing, features or both, not "${as}"`);
    const target = targetFormat(values.to ?? extname(output));
    const outOptions = namedOptions(values['out-option'], { unit: values['to-unit'], crs: values['to-crs'] });
    const experimental = values.experimental && 'experimental' in target.writeOptions ? { experimental: true } : {};
    const writing = parseExportOptions(target, { ...outOptions, ...experimental });
    refuseFaults(writing.faults);
    const place = outputFile(output, input);
    const selection =
      values.filter === undefined ? undefined : readSelection(readFileSync(namedFile(values.filter), 'utf8'));
    return await run(input, output, place, target, { ...values, as }, writing.values, selection, io);
  },
};

interface Words {
  readonly from: string;
  readonly as: ImportRequest['as'] | undefined;
  readonly unit?: string;
  readonly crs?: string;
  readonly grids?: string;
  readonly layers?: string;
  readonly option: readonly string[];
  readonly limit: readonly string[];
  readonly json: boolean;
}

async function run(
  input: string,
  output: string,
  place: OutputFile,
  target: Format,
  words: Words,
  writeOptions: Parameters<typeof exportJob>[2]['options'],
  selection: Selection | undefined,
  io: CommandIo,
): Promise<number> {
  const limits = readLimits(words.limit);
  const file = openSourceFile(input, words.from);
  const progress = new ProgressLine(io);
  try {
    const options = namedOptions(words.option, { unit: words.unit, crs: words.crs });
    const grids = words.grids ?? io.env['FIELDBRIDGE_GRIDS'];
    const reading = { options, ...(words.as !== undefined && { as: words.as }), limits, grids };
    const request = readingOf(file, reading, io, progress);
    const builder = new JobBuilder();
    builder.describe({ name: basename(output, extname(output)) });
    const chosen =
      words.layers === undefined ? selection : await narrowToLayers(request, words.layers.split(','), selection);
    const outcome = await importFile({ ...request, selection: chosen, to: target }, builder);
    const written = await afterReading(outcome.issues, () => {
      refuseNoData(builder.job, input, outcome.tally, chosen);
      return exportJob(builder.job, place.half, { ...request, format: target, options: writeOptions });
    });
    place.keep();
    progress.end();
    const issues = [...outcome.issues.summary(), ...written.summary()];
    const partial = issues.some(({ severity }) => severity !== 'note');
    const counts = countsOf(builder.job);
    if (words.json) {
      const result = partial ? 'partialSuccess' : 'success';
      const from = { format: outcome.format.id, version: outcome.version };
      io.out(
        `${JSON.stringify({ result, input, output, from, to: target.id, counts, source: outcome.tally.rows(), issues }, null, 2)}\n`,
      );
    } else {
      for (const issue of issues) io.err(issueLine(issue));
      const filled = Object.entries(counts).filter(([, count]) => count > 0);
      io.out(`${output}: ${filled.map(([kind, count]) => counted(count, kind)).join(', ') || 'nothing'}\n`);
    }
    return partial ? EXIT.partial : EXIT.done;
  } finally {
    progress.end();
    place.drop();
    file.close();
  }
}

/** Adds what reading reported to a failure of the work after it, since that may be the reason. */
async function afterReading<T>(issues: IssueLog, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FormatError ? new FailureAfterReading(error, issues.summary()) : error;
  }
}

function isWay(text: string): text is ImportRequest['as'] {
  return text === 'drawing' || text === 'features' || text === 'both';
}

function targetFormat(name: string): Format {
  if (name === '') throw new UsageError('the output file has no extension that names a format: add --to');
  const [format, ...others] = formatsFor(name).filter((candidate) => candidate.loadWriter !== undefined);
  if (others.length > 0) {
    const ids = [format!, ...others].map(({ id }) => id).join(', ');
    throw new UsageError(`several formats use the extension "${name}": name one of ${ids} with --to`);
  }
  if (format === undefined) {
    const written = FORMATS.filter(({ loadWriter }) => loadWriter !== undefined);
    throw new UsageError(
      `"${name}" cannot be written${didYouMean(name.replace(/^\./, ''), namesOf(written)) || '; see "fieldbridge formats" or name one with --to'}`,
    );
  }
  return format;
}
