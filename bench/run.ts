import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchReport, BenchRow } from './row.ts';
import { type Result, renderTable } from './table.ts';

const HELP = `npm run bench [-- ROW ...] [--runs N] [--smallest|--large] [--list]
Measures the named rows or groups of rows (all by default); each row prints one table with ours, peers and the limit,
from one run.
--runs N      runs of each subject and size after one warm-up (default 5)
--smallest    only the first size of each ladder, for a quick look
--large       also the sizes that take minutes
--list        list the rows`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    smallest: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

type Entry = BenchRow | BenchReport;

async function loadRows(): Promise<Entry[]> {
  const folder = join(import.meta.dirname, 'rows');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(
    files
      .sort()
      .map(
        async (name) =>
          (await import(join(folder, name))) as { rows?: BenchRow[]; row?: BenchRow; report?: BenchReport },
      ),
  );
  return modules.flatMap(({ rows, row, report }) => rows ?? row ?? report ?? []);
}

async function measure(row: BenchRow, runs: number): Promise<string> {
  const { smallest, large } = values;
  const sizes = smallest ? row.sizes.slice(0, 1) : large ? [...row.sizes, ...(row.large ?? [])] : row.sizes;
  const cleanUp = await row.prepare(sizes);
  const missing: string[] = [];
  const able = row.subjects.filter((subject) => {
    const reason = subject.missing?.();
    if (reason !== undefined) missing.push(`${subject.name}: ${reason}`);
    return reason === undefined;
  });
  const results: Result[] = [];
  try {
    for (const size of sizes) {
      const fit = able.filter((subject) => {
        const tooLarge = size > (subject.largest ?? Infinity);
        if (tooLarge)
          missing.push(
            `${subject.name} at ${size} ${row.unit}: left out, too large for it (its largest is ${subject.largest})`,
          );
        return !tooLarge;
      });
      const taken = fit.map((subject) => ({ subject, size, runs: [] as Awaited<ReturnType<typeof subject.run>>[] }));
      // Subjects alternate, so that a machine that drifts slows all of them alike.
      for (let round = 0; round <= runs; round++) {
        for (const { subject, runs: list } of taken) {
          process.stderr.write(
            `\r\u001b[K${row.id} ${size} ${row.unit}: ${subject.name}, ${round === 0 ? 'warm-up' : `run ${round} of ${runs}`}`,
          );
          const run = await subject.run(size);
          if (round > 0) list.push(run);
        }
      }
      results.push(...taken);
    }
  } finally {
    process.stderr.write('\r\u001b[K');
    await cleanUp();
  }
  return renderTable({ ...row, sizes }, results, missing);
}

const rows = await loadRows();
/** Whether a name means a row: its own, or, where no row is called so, the beginning of a group's. */
const isNamed = (name: string, id: string): boolean =>
  id === name || (!rows.some((row) => row.id === name) && id.startsWith(`${name}-`));
if (values.help) console.log(HELP);
else if (values.list) for (const row of rows) console.log(`${row.id.padEnd(20)} ${row.title}`);
else {
  const runs = Number(values.runs);
  const unknown = positionals.filter((name) => !rows.some((row) => isNamed(name, row.id)));
  if (unknown.length > 0 || !(Number.isInteger(runs) && runs >= 1)) {
    console.error(
      unknown.length > 0 ? `no such row: ${unknown.join(', ')}; see --list` : '--runs must be a whole number from 1',
    );
    process.exit(2);
  }
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}\n`,
  );
  const chosen = rows.filter((row) => positionals.length === 0 || positionals.some((name) => isNamed(name, row.id)));
  for (const row of chosen)
    console.log(
      'text' in row ? `## ${row.id}: ${row.title}\n\n${await row.text()}\n` : `${await measure(row, runs)}\n`,
    );
}
