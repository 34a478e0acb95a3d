import { type Crs, crsText, type FieldJob, JobBuilder, unitInWords } from '@fieldbridge/fieldjob';
import {
  type ContentReport,
  exportJob,
  formatById,
  type ImportRequest,
  importFile,
  labelOf,
  parseExportOptions,
  refuseNoCounts,
  reportContent,
} from '@fieldbridge/formats';
import { type Command, type CommandIo, EXIT, UsageError } from '../command.ts';
import { afterReading } from '../convert/after-reading.ts';
import { counted } from '../counted.ts';
import { issueLine } from '../issue-line.ts';
import { namedFile } from '../named-file.ts';
import { namedOptions } from '../named-values.ts';
import { type OutputFile, outputFile } from '../output-file.ts';
import { FORCE_OPTION } from '../overwriting.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';
import { LIMIT_USAGE, readLimits } from '../reader-limits.ts';
import { READING_OPTIONS, readingOf } from '../reading.ts';
import { openSourceFile, type SourceFile } from '../source-file.ts';

/** `fieldbridge inspect`: the content report of a file, with features counted. */
export const inspect: Command = {
  name: 'inspect',
  summary: 'show the contents of a file',
  usage: `fieldbridge inspect FILE [--from FORMAT] [--unit U] [--crs SYSTEM] [--grids FOLDER] [--references FOLDER]
       [--option NAME=VALUE]
       [--svg PICTURE] [--png PICTURE] [--force] [--plan] [--raw] [--limit NAME=VALUE] [--json]

Shows the contents of a file: counts, extent, layers, and unreadable parts. The "selection" of the JSON is the filter to
fill in for "fieldbridge convert --filter". --svg and --png draw a plan (--force replaces an older one). --raw shows a machine-control file (TP3, PT3, LN3, TN3, …) table
by table, understood or not. Exit status 3: something in it cannot be read; see the issues;
1: it holds no data.

--plan draws a small plan in the terminal, which is the default if the output is a terminal and the file has at most 20 MB.

${LIMIT_USAGE}`,
  run: async (args, io) => {
    const { values, positionals } = readWords({
      args: [...args],
      allowPositionals: true,
      options: {
        ...READING_OPTIONS,
        ...FORCE_OPTION,
        svg: { type: 'string' },
        png: { type: 'string' },
        plan: { type: 'boolean', default: false },
        raw: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    if (positionals.length !== 1) throw new UsageError(`give one file to inspect, not ${positionals.length}`);
    const path = namedFile(positionals[0]!);
    const overwriting = { force: values.force, ask: io.ask };
    const pictures: Picture[] = [];
    for (const kind of ['svg', 'png'] as const) {
      const name = values[kind];
      if (name !== undefined) pictures.push({ kind, place: await outputFile(namedFile(name), [path], overwriting) });
    }
    const limits = readLimits(values.limit);
    const file = openSourceFile(path, values.from);
    const progress = new ProgressLine(io);
    try {
      if (values.raw) return await showRaw(file, values.json, io);
      const options = namedOptions(values.option, { unit: values.unit, crs: values.crs });
      const grids = values.grids ?? io.env['FIELDBRIDGE_GRIDS'];
      const request = readingOf(file, { options, limits, grids, references: values.references }, io, progress);
      const { report } = await reportContent(request);
      const isShown = !values.json && (values.plan || (io.screen === true && file.source.size <= MOST_SHOWN_BYTES));
      const job = pictures.length > 0 || isShown ? await readJob(request) : undefined;
      for (const { kind, place } of pictures) {
        await drawPicture(job!, kind, place.half, request);
        place.keep();
      }
      progress.end();
      if (!values.json) show(report, io);
      if (isShown) io.out(await smallPlan(job!, io.env));
      if (job !== undefined && !values.json) await showStrays(job, io);
      // Without --json they have already been shown.
      const issues = values.json ? [{ summary: () => [...report.issues] }] : [];
      await afterReading(issues, () => refuseNoCounts(report.counts, path, report.source));
      if (values.json) io.out(`${JSON.stringify({ file: path, ...report, crs: crsText(report.crs) }, null, 2)}\n`);
      return report.issues.some(({ severity }) => severity !== 'note') ? EXIT.partial : EXIT.done;
    } finally {
      progress.end();
      for (const { place } of pictures) place.drop();
      file.close();
    }
  },
};

/** Prints the raw tables of a machine-control file. The code for it is loaded only when needed. */
async function showRaw({ source, detection }: SourceFile, json: boolean, io: CommandIo): Promise<number> {
  const { MACHINE_KINDS } = await import('@fieldbridge/formats/formats/machine/kinds.ts');
  if (!MACHINE_KINDS.some((kind) => kind.toLowerCase() === detection.format.id)) {
    throw new UsageError(`--raw is for machine-control files only, and this is ${detection.format.name}`);
  }
  const { rawTables } = await import('@fieldbridge/formats/formats/machine/raw.ts');
  const { rawText } = await import('@fieldbridge/formats/formats/machine/raw-text.ts');
  const raw = await rawTables(source);
  io.out(json ? `${JSON.stringify(raw, null, 2)}\n` : rawText(raw));
  return raw.issues.some(({ severity }) => severity !== 'note') ? EXIT.partial : EXIT.done;
}

/** A picture to draw, and where. */
interface Picture {
  readonly kind: 'svg' | 'png';
  readonly place: OutputFile;
}

/** Size of a PNG in pixels. */
const [WIDTH, HEIGHT] = [1600, 1200];
/** Size of the plan in a terminal, in characters. */
const [COLUMNS, ROWS] = [78, 24];
/** Larger files are drawn on request only, since that reads them once more. */
const MOST_SHOWN_BYTES = 20_000_000;

async function readJob(request: ImportRequest): Promise<FieldJob> {
  const builder = new JobBuilder();
  await importFile(request, builder);
  return builder.job;
}

async function drawPicture(job: FieldJob, kind: Picture['kind'], path: string, request: ImportRequest): Promise<void> {
  if (kind === 'svg') {
    const svg = formatById('svg')!;
    const { values } = parseExportOptions(svg, {});
    await exportJob(job, path, { ...request, format: svg, options: values });
    return;
  }
  const { drawCanvas } = await import('@fieldbridge/formats/formats/svg/draw-canvas.ts');
  const { writePng } = await import('@fieldbridge/formats/kit/io/png-writer.ts');
  await writePng(path, drawCanvas(job, WIDTH, HEIGHT));
}

/** Reports the parts of a job that its pictures leave out because they are far from the rest. */
async function showStrays(job: FieldJob, io: CommandIo): Promise<void> {
  const { mainPart, strayIssue } = await import('@fieldbridge/formats/formats/svg/main-part.ts');
  const part = mainPart(job);
  if (part.strays > 0) io.out(issueLine(strayIssue(part)));
}

/** A plan for the terminal, in Braille characters unless its locale has only ASCII. */
async function smallPlan(job: FieldJob, env: CommandIo['env']): Promise<string> {
  const { planText } = await import('@fieldbridge/formats/formats/svg/plan-text.ts');
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'UTF-8';
  return planText(job, COLUMNS, ROWS, !/utf-?8/i.test(locale));
}

function nameOf(crs: Crs): string {
  if (crs.kind === 'epsg') return labelOf(crs);
  return crs.name === undefined ? crs.kind : `${crs.kind} (${crs.name})`;
}

/** A counted kind with its number right-justified. */
const aligned = (text: string): string => text.padStart(text.length + COUNT_WIDTH - text.indexOf(' '));
const COUNT_WIDTH = 9;

/** Names shown of a group; the rest is only counted. --json has all of them. */
const MOST_NAMES = 20;

function show(report: ContentReport, io: CommandIo): void {
  const { extent, counts } = report;
  io.out(`format    ${report.format} ${report.version}\n`);
  io.out(`unit      ${unitInWords(report.unit)}\n`);
  io.out(`crs       ${nameOf(report.crs)}\n`);
  const { operation: change } = report;
  if (change !== null) {
    io.out(`operation ${change.operation}\naccuracy  ${change.accuracy}\n`);
    if (change.epoch !== undefined) io.out(`epoch     ${change.epoch}\n`);
    if (change.grids !== undefined) io.out(`grids     ${change.grids}\n`);
  }
  if (extent !== null) {
    const span = (low: number, high: number): string => `${low.toFixed(3)} … ${high.toFixed(3)}`;
    io.out(`easting   ${span(extent.minEasting, extent.maxEasting)}\n`);
    io.out(`northing  ${span(extent.minNorthing, extent.maxNorthing)}\n`);
    if (extent.minElevation !== undefined) io.out(`elevation ${span(extent.minElevation, extent.maxElevation!)}\n`);
  }
  for (const [kind, count] of Object.entries(counts)) if (count > 0) io.out(`${aligned(counted(count, kind))}\n`);
  for (const { group, entries } of report.selection) {
    if (group === 'kinds') continue;
    io.out(`${group}\n`);
    for (const { name, kind, count } of entries.slice(0, MOST_NAMES))
      io.out(`${String(count).padStart(9)} ${kind} ${name}\n`);
    if (entries.length > MOST_NAMES) io.out(`          … and ${entries.length - MOST_NAMES} more (--json shows all)\n`);
  }
  for (const issue of report.issues) io.out(issueLine(issue));
}
