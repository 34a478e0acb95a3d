import { DIFF_KINDS, type DiffKind, diffJobs, parseCrs } from '@fieldbridge/fieldjob';
import { settleUnitAndCrs } from '@fieldbridge/formats';
import { isInDegrees } from '@fieldbridge/formats/convert/comparable.ts';
import { type Command, UsageError } from '../command.ts';
import { type OpenInput, openInputs } from '../convert/input.ts';
import { comparableJobs } from '../diff/comparable.ts';
import { diffText, unitText } from '../diff/diff-text.ts';
import { toleranceOf } from '../diff/tolerance.ts';
import { namedFile } from '../named-file.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';
import { LIMIT_USAGE } from '../reader-limits.ts';
import { READING_OPTIONS, refuseFaults } from '../reading.ts';

/** Exit codes as those of other programs that compare. */
const STATUS = { same: 0, different: 1, failed: 2 } as const;
const MOST_SHOWN = 20;
const MOST_IN_JSON = 1000;

/** `fieldbridge diff`: what differs between two jobs or files. */
export const diff: Command = {
  name: 'diff',
  summary: 'show what differs between two files or field jobs',
  failed: STATUS.failed,
  usage: `fieldbridge diff A B [options]

Compares the contents of two files of any format: points by name (how far they moved), lines, areas and texts by their geometry,
surfaces by their vertices and triangles, the rest by name; then layers, codes and attributes. The order in a file does not
matter.

  --tolerance N         lengths that differ by no more are equal, in the unit of A (default: half a millimetre)
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
      const tolerance = toleranceOf(values.tolerance, a);
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
