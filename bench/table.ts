import type { BenchRow, Measurement, Subject } from './row.ts';

/** The runs of one subject at one size. */
export interface Result {
  readonly subject: Subject;
  readonly size: number;
  readonly runs: readonly Measurement[];
}

/** The middle value; of an even number of values the lower of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}

/**
 * Exponent of growth between sizes: slope of log(time) over log(size) by least squares; NaN for fewer than two sizes.
 */
export function exponent(points: readonly (readonly [size: number, seconds: number])[]): number {
  if (points.length < 2) return Number.NaN;
  const logs = points.map(([size, seconds]) => [Math.log(size), Math.log(seconds)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

const seconds = (result: Result): number => median(result.runs.map((run) => run.seconds));

/** The median of the runs' processor times; undefined if they were not measured. */
function cpuOf({ runs }: Result): number | undefined {
  const all = runs.flatMap(({ cpuSeconds }) => cpuSeconds ?? []);
  return all.length === 0 ? undefined : median(all);
}

/** Medians of the runs' 99th percentiles, with the worst, and of processor times; the note of the last run. */
function notesOf(result: Result): string {
  const { runs } = result;
  const cpu = cpuOf(result);
  const slow = runs.flatMap(({ p99 }) => p99 ?? []);
  const p99 =
    slow.length === 0 ? [] : [`p99 ${median(slow).toFixed(1)} ms, at worst ${Math.max(...slow).toFixed(1)} ms`];
  const used = cpu === undefined ? [] : [`CPU ${cpu.toFixed(3)} s`];
  return [...p99, ...used, runs.at(-1)?.note ?? []].flat().join('; ');
}

function exponentText(points: readonly (readonly [size: number, seconds: number])[]): string {
  return points.length < 2 ? 'one size only' : exponent(points).toFixed(2);
}

/** The table of a row as text: ratio first, then rate, time and memory; below it exponents of what is ours. */
export function renderTable(row: BenchRow, results: readonly Result[], missing: readonly string[]): string {
  const lines = [`## ${row.id}: ${row.title}`, `goal: ${row.goal}`, ''];
  lines.push(
    `| ours ÷ other (rate) | subject | role | size (${row.unit}) | ${row.unit}/s | median s | peak MB | runs | note |`,
  );
  lines.push('|---|---|---|---|---|---|---|---|---|');
  for (const size of row.sizes) {
    const ours = results.find((result) => result.size === size && result.subject.role === 'ours');
    for (const result of results.filter((candidate) => candidate.size === size)) {
      const time = seconds(result);
      const ratio = ours === undefined || result === ours ? '' : `${(time / seconds(ours)).toFixed(2)} ×`;
      const memory = Math.max(...result.runs.map((run) => run.peakMemory ?? Number.NaN));
      lines.push(
        `| ${ratio} | ${result.subject.name} | ${result.subject.role} | ${size} | ${(size / time).toPrecision(4)} | ${time.toFixed(3)} | ` +
          `${Number.isNaN(memory) ? '' : (memory / 2 ** 20).toFixed(0)} | ${result.runs.length} | ${notesOf(result)} |`,
      );
    }
  }
  const ours = results.filter(({ subject }) => subject.role === 'ours');
  lines.push('');
  for (const subject of new Set(ours.map((result) => result.subject))) {
    const own = ours.filter((result) => result.subject === subject);
    const name = row.subjects.filter(({ role }) => role === 'ours').length > 1 ? subject.name : 'our cost';
    const cpu = own.map((result) => [result.size, cpuOf(result)] as const);
    const ofCpu = cpu.every((point): point is [number, number] => point[1] !== undefined)
      ? `, of its CPU time ${exponentText(cpu)}`
      : '';
    lines.push(`exponent of ${name} over the sizes: ${exponentText(own.map((o) => [o.size, seconds(o)]))}${ofCpu}`);
  }
  for (const text of missing) lines.push(`missing: ${text}`);
  return lines.join('\n');
}
