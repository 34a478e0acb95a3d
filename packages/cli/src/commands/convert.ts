import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { ON_DUPLICATE } from '@fieldbridge/fieldjob';
import { type ImportRequest, parseExportOptions } from '@fieldbridge/formats';
import { type Command, type CommandIo, EXIT, UsageError } from '../command.ts';
import { convertEach } from '../convert/batch/convert-each.ts';
import { expandInputs } from '../convert/batch/expand.ts';
import { convertFiles } from '../convert/conversion.ts';
import { showConverted } from '../convert/show-converted.ts';
import { targetFormat } from '../convert/target-format.ts';
import { stateOf, watchFiles } from '../convert/watch.ts';
import { failureOf, tellFailure } from '../failure.ts';
import { namedFile } from '../named-file.ts';
import { namedOptions } from '../named-values.ts';
import { outputFile } from '../output-file.ts';
import { FORCE_OPTION, FORCE_USAGE } from '../overwriting.ts';
import { readWords } from '../read-words.ts';
import { LIMIT_USAGE } from '../reader-limits.ts';
import { READING_OPTIONS, refuseFaults } from '../reading.ts';
import { readSelection } from '../selection-file.ts';

const USAGE = `fieldbridge convert IN OUT [options]
fieldbridge convert IN... -o OUT [options]     several files become one job
fieldbridge convert IN... -o FOLDER --to FORMAT [options]     each file becomes a file in FOLDER, several at once

  -o, --output OUT      the file to write; then every name is a file to read
  --from FORMAT         format of IN (default: detected from its content)
  --to FORMAT           format to write (default: from OUT's extension)
  --as drawing|features|both   how CAD data is imported (default: features)
  --unit U              unit of IN if it states none: m, ft, usft
  --crs SYSTEM          reference system of IN if it states none: an EPSG code (25832, 28992+5709), a name, WKT, "local"
  --to-unit U, --to-crs SYSTEM   convert to this unit or system
  --thin DISTANCE       thin surfaces; heights may change by this much, in the unit before --to-unit
  --grids FOLDER        grid files for changes of reference system (NTv2, GTX, GeoTIFF; default: FIELDBRIDGE_GRIDS)
  --references FOLDER   read the files that a drawing attaches (DGN V8, DXF, DWG) from this folder (default: named only)
  --on-duplicate rename|keep|replace|refuse   a point whose name is in an earlier file (default: rename)
  --layers A,B          only the contents of these layers
  --filter FILE         a filled-in filter: the selection of "fieldbridge inspect IN --json"
  --option NAME=VALUE   an option of the reader (repeatable; see "fieldbridge formats --json")
  --out-option NAME=VALUE   an option of the writer (repeatable)
${LIMIT_USAGE}
${FORCE_USAGE}
  --experimental        allow formats that are written by guess
  --report FILE         the result for each file, as JSON (with -o FOLDER)
  --parallel N          files converted at once (with -o FOLDER; default: one per processor, at most 8)
  --watch               convert again whenever a file has changed, until Ctrl-C
  --json                the result as one JSON document

Several files are joined in one unit and one reference system: those stated in the files. If these differ, name the job's with
--to-unit and --to-crs.

IN may be a folder (every file below it with the extension of a format) or a pattern such as "plans/*.dxf".

Exit status 3: written, but something could not be read or does not fit the format; see the issues.`;

const OPTIONS = {
  ...READING_OPTIONS,
  ...FORCE_OPTION,
  output: { type: 'string', short: 'o' },
  to: { type: 'string' },
  as: { type: 'string' },
  'to-unit': { type: 'string' },
  'to-crs': { type: 'string' },
  thin: { type: 'string' },
  'on-duplicate': { type: 'string', default: 'rename' },
  layers: { type: 'string' },
  filter: { type: 'string' },
  'out-option': { type: 'string', multiple: true, default: [] as string[] },
  experimental: { type: 'boolean', default: false },
  report: { type: 'string' },
  watch: { type: 'boolean', default: false },
  parallel: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `fieldbridge convert`: converts files without a server. */
export const convert: Command = {
  name: 'convert',
  summary: 'convert files into another format',
  usage: USAGE,
  run: async (args, io) => {
    const { values, positionals } = wordsOf(args);
    return values.watch ? watch(values, positionals, io) : once(values, positionals, io);
  },
};

type Words = ReturnType<typeof wordsOf>['values'];
const wordsOf = (args: readonly string[]) => readWords({ args: [...args], allowPositionals: true, options: OPTIONS });

/** Converts, and then again whenever a file has changed, until Ctrl-C. */
async function watch(values: Words, positionals: readonly string[], io: CommandIo): Promise<number> {
  if (values.json) throw new UsageError('--watch prints lines: leave out --json');
  const { inputs, output } = namesIn(positionals.map(namedFile), values.output);
  const look = () => stateOf(inputs, output);
  const before = look();
  await once(values, positionals, io);
  io.err('watching the files; Ctrl-C ends\n');
  const again = async (changed: ReadonlySet<string>): Promise<void> => {
    try {
      await once({ ...values, force: true }, positionals, io, changed);
    } catch (error) {
      const failure = failureOf(error, io, 'fieldbridge convert');
      if (failure === undefined) throw error;
      tellFailure('fieldbridge convert', failure, [], io);
    }
  };
  await watchFiles(look, before, again, io.signal);
  return EXIT.done;
}

/** Converts once. @param only of files converted one by one, the paths to convert */
async function once(
  values: Words,
  positionals: readonly string[],
  io: CommandIo,
  only?: ReadonlySet<string>,
): Promise<number> {
  const overwriting = { force: values.force, ask: io.ask };
  const { inputs, output } = namesIn(positionals.map(namedFile), values.output);
  const isBatch = values.output !== undefined && isFolder(output);
  const { as } = values;
  if (as !== undefined && !isWay(as)) throw new UsageError(`--as must be drawing, features or both, not "${as}"`);
  const onDuplicate = ON_DUPLICATE.find((one) => one === values['on-duplicate']);
  if (onDuplicate === undefined)
    throw new UsageError(`--on-duplicate must be one of ${ON_DUPLICATE.join(', ')}, not "${values['on-duplicate']}"`);
  if (isBatch && values.to === undefined)
    throw new UsageError(`${output} is a folder: name the format of its files with --to`);
  const target = targetFormat(values.to ?? extname(output));
  const outOptions = namedOptions(values['out-option'], {
    ...{ unit: values['to-unit'], crs: values['to-crs'], thin: values.thin },
  });
  const experimental = values.experimental && 'experimental' in target.writeOptions ? { experimental: true } : {};
  const writing = parseExportOptions(target, { ...outOptions, ...experimental });
  refuseFaults(writing.faults);
  if (isBatch) {
    const report = values.report && (await outputFile(namedFile(values.report), inputs, overwriting));
    return convertEach({ inputs, output, target, values, overwriting, only, ...(report && { report }) }, io);
  }
  if ((values.report ?? values.parallel) !== undefined)
    throw new UsageError('--report and --parallel are for files that are converted one by one: -o FOLDER');
  const files = values.output === undefined ? inputs : expandInputs(inputs, output).files.map(({ path }) => path);
  if (files.length > 1 && (values.filter ?? values.layers) !== undefined)
    throw new UsageError('--filter and --layers choose from one file: convert that file to .mjf first, then join');
  const place = await outputFile(output, files, overwriting);
  const filter =
    values.filter === undefined ? undefined : readSelection(readFileSync(namedFile(values.filter), 'utf8'));
  const conversion = {
    ...{ inputs: files, output, place, target, writing: writing.values, filter, onDuplicate },
    reading: { ...values, as },
  };
  return showConverted(conversion, await convertFiles(conversion, io), values.json, io);
}

/** Whether an output is a folder: one that exists, or a name that ends like one. */
function isFolder(output: string): boolean {
  return /[/\\]$/.test(output) || statSync(output, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The files to read and the file to write. */
function namesIn(names: readonly string[], output: string | undefined): { inputs: readonly string[]; output: string } {
  if (output === undefined) {
    if (names.length === 2) return { inputs: [names[0]!], output: names[1]! };
    throw new UsageError(
      `give the file to read and the file to write: two names, not ${names.length}; several files to read need -o OUT`,
    );
  }
  if (names.length === 0) throw new UsageError('give at least one file to read');
  return { inputs: names, output: namedFile(output) };
}

function isWay(text: string): text is ImportRequest['as'] {
  return text === 'drawing' || text === 'features' || text === 'both';
}
