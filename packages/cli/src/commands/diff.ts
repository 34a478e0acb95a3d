import { convertLength, DIFF_KINDS, type DiffKind, diffJobs, type FieldJob, parseCrs } from '@fieldbridge/fieldjob';
import { settleUnitAndCrs } from '@fieldbridge/formats';
import { unitOfCrs } from '@fieldbridge/formats/kit/crs/unit-of-crs.ts';
import { type Command, UsageError } from '../command.ts';
import { type OpenInput, openInputs } from '../convert/input.ts';
import { comparableJobs } from '../diff/comparable.ts';
import { diffText, unitText } from '../diff/diff-text.ts';
import { namedFile } from '../named-file.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';
import { LIMIT_USAGE } from '../reader-limits.ts';
import { READING_OPTIONS, refuseFaults } from '../reading.ts';

/** Exit codes as those of other programs that compare. */
const STATUS = { same: 0, different: 1, failed: 2 } as const;
/** Half a millimetre, and about the same in degrees. */
const TOLERANCE_METRES = 0.0005;
const TOLERANCE_DEGREES = 5e-9;
const MOST_SHOWN = 20;
const MOST_IN_JSON = 1000;

/** `fieldbridge diff`: what differs between two jobs or files. */
export const diff: Command = {
  name: 'diff',
  summary: 'show what differs between two files or field jobs',
  failed: STATUS.failed,
  usage: `fieldbridge diff A B [options]

Compares what two files of any format hold: points by name (how far they moved), lines, areas and texts by their geometry,
surfaces by their vertices and triangles, the rest by name; then layers, codes and attributes. The order in a file does not
matter.

  --tolerance N         lengths that differ by no more are the same, in the unit of A (default: half a millimetre)
  --only KINDS          compare only these, with commas between: ${DIFF_KINDS.slice(0, 7).join(', ')},
                        ${DIFF_KINDS.slice(7).join(', ')}
  --most N              differences listed of each kind (default: ${MOST_SHOWN}, with --json ${MOST_IN_JSON})
  --to-crs SYSTEM       compare in this reference system, if the files are in different ones
  --from FORMAT, --unit U, --crs SYSTEM, --grids FOLDER, --references FOLDER, --option NAME=VALUE   how the files are
                        read, as for convert
${LIMIT_USAGE}
  --json                the differences as one JSON document

Exit status: 0 the same, 1 different, 2 failed.`,
  run: async (args, io) => {
    const { values, positionals } = readWords({
      args: [...args],
      allowPositionals: true,
      options: {
        ...READING_OPTIONS,
        tolerance: { type: 'string' },
        only: { type: 'string' },
        most: { type: 'string' },
        'to-crs': { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    if (positionals.length !== 2) throw new UsageError(`give two files to compare, not ${positionals.length}`);
    const paths = positionals.map(namedFile);
    const kinds = values.only?.split(',').map(kindNamed);
    const most = values.most === undefined ? (values.json ? MOST_IN_JSON : MOST_SHOWN) : wholeNumber(values.most);
    const wanted = settleUnitAndCrs({ crs: values['to-crs'] });
    refuseFaults(wanted.faults);
    const { crs } = wanted.values;
    const progress = new ProgressLine(io);
    const opened: OpenInput[] = [];
    try {
      openInputs(paths, values, opened, io, progress);
      const [a, b] = await comparableJobs(opened, crs === undefined ? undefined : parseCrs(String(crs)), io);
      progress.end();
      const tolerance = values.tolerance === undefined ? toleranceFor(a) : lengthFrom(values.tolerance);
      const found = diffJobs(a, b, { tolerance, most, ...(kinds && { kinds }) });
      const [fileA, fileB] = paths;
      if (values.json) io.out(`${JSON.stringify({ a: fileA, b: fileB, ...found }, null, 2)}\n`);
      else io.out(diffText(found, isInDegrees(a) ? 'degrees' : unitText(a.unit)));
      return found.same ? STATUS.same : STATUS.different;
    } finally {
      progress.end();
      for (const { file } of opened) file.close();
    }
  },
};

const isInDegrees = ({ info }: FieldJob): boolean => unitOfCrs(info.crs) === 'degree';

function toleranceFor(job: FieldJob): number {
  return isInDegrees(job) ? TOLERANCE_DEGREES : convertLength(TOLERANCE_METRES, 'metre', job.unit);
}

function kindNamed(text: string): DiffKind {
  const kind = DIFF_KINDS.find((one) => one.toLowerCase() === text.trim().toLowerCase().replace(/s$/, ''));
  if (kind === undefined)
    throw new UsageError(`--only: there is no kind "${text}"; there are ${DIFF_KINDS.join(', ')}`);
  return kind;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--most needs a whole number, not "${text}"`);
  return Number(text);
}

function lengthFrom(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && Number.isFinite(value)))
    throw new UsageError(`--tolerance needs a length from 0, not "${text}"`);
  return value;
}
