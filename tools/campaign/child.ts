// Reads damaged files one after another and prints the outcome of each, for each campaign that it finds on its standard
// input. The parent watches time and memory; this process must only be honest: anything other than a refusal with a
// code is a fault.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { JobBuilder } from '@fieldbridge/fieldjob';
import {
  DEFAULT_LIMITS,
  FileSource,
  type Format,
  FormatError,
  formatById,
  IssueLog,
  type Limits,
  parseOptions,
  SourceTally,
} from '@fieldbridge/formats';
import { damageInside } from './inside.ts';
import { Chance, mutate, mutateInPlace } from './mutation.ts';
import type { Rounds } from './run.ts';
import { formatsOf, pickSeed, type Seed, seedsOf } from './seeds.ts';

/** Settings as for a small machine, so that a limit is reached before the memory is full. */
const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  features: 500_000,
  vertices: 5_000_000,
  expanded: 500_000,
  unpackedBytes: 2 ** 28,
};

/** Random options of a reading from what the format's table allows, so that every branch is reached in the end. */
function anyOptions(format: Format, chance: Chance): Record<string, string | number | boolean> {
  const options: Record<string, string | number | boolean> = {};
  for (const [name, schema] of Object.entries(format.readOptions)) {
    if (chance.next() < 0.5) continue;
    if (schema.type === 'boolean') options[name] = chance.next() < 0.5;
    else if (schema.enum !== undefined) options[name] = chance.pick(schema.enum);
  }
  return options;
}

/** The result of a reading: its end, the number of entities found and the issues reported. */
interface Answer {
  readonly text: string;
  readonly found: number;
  readonly codes: ReadonlySet<string>;
}

async function readOne(
  format: Format,
  path: string,
  folder: string,
  options: Record<string, string | number | boolean>,
): Promise<Answer> {
  const source = new FileSource(path);
  const tally = new SourceTally();
  const issues = new IssueLog();
  const answer = (text: string): Answer => ({
    text,
    found: tally.rows().reduce((sum, row) => sum + row.found, 0),
    codes: new Set(issues.summary().map(({ code }) => code)),
  });
  try {
    const read = await format.loadReader!();
    await read(source, new JobBuilder(), {
      options: parseOptions(format.readOptions, options).values,
      signal: new AbortController().signal,
      limits: LIMITS,
      progress: () => {},
      report: issues.report,
      tally,
      workFolder: folder,
    });
  } catch (error) {
    if (error instanceof FormatError) return answer(`refused ${error.code}`);
    throw error;
  } finally {
    source.close();
  }
  const wrong = tally.rows().find((row) => row.found !== row.read + row.skipped);
  if (wrong !== undefined) throw new Error(`the tally of ${wrong.type} does not add up: ${JSON.stringify(wrong)}`);
  return answer('read');
}

/** @throws Error if entities of the undamaged file are missing and no additional issue is reported */
function checkLosses({ text, found, codes }: Answer, whole: Answer): void {
  if (text !== 'read' || found >= whole.found || [...codes].some((code) => !whole.codes.has(code))) return;
  throw new Error(`${whole.found - found} of ${whole.found} entities are missing, and nothing is reported`);
}

/** The formats of the files of each corpus, which all campaigns need. */
const known = new Map<string, ReturnType<typeof formatsOf>>();

/** Reads the damaged files of some rounds. */
async function runRounds(rounds: Rounds): Promise<void> {
  const { format: id, corpus, seed: number, release, first, end, inPlace, inside, losses } = rounds;
  const format = formatById(id);
  if (format?.loadReader === undefined) throw new Error(`there is no format "${id}" that can be read`);
  if (!known.has(corpus)) known.set(corpus, formatsOf(corpus));
  const seeds = await seedsOf(format, corpus, known.get(corpus), release);
  if (seeds.length === 0)
    throw new Error(
      `there is no file to start from for "${id}" ${release ?? ''}: no corpus at ${corpus} and no writer`,
    );
  const extension = format.extensions[0] ?? format.id;
  const damaged = (bytes: Uint8Array, chance: Chance, folder: string): Uint8Array => {
    if (inPlace) return mutateInPlace(bytes, chance);
    if (inside) return damageInside(id, bytes, chance, folder);
    return mutate(bytes, pickSeed(seeds, chance).bytes, chance);
  };
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-campaign-'));
  const path = join(folder, `damaged.${extension}`);
  const whole = new Map<string, Answer>();
  const wholeOf = async ({ name, bytes }: Seed): Promise<Answer> => {
    let answer = whole.get(name);
    if (answer !== undefined) return answer;
    writeFileSync(path, bytes);
    answer = await readOne(format, path, folder, {});
    whole.set(name, answer);
    return answer;
  };
  try {
    for (let round = first; round < end; round++) {
      const chance = new Chance(Math.imul(number, 0x9e3779b1) + round);
      const seed = pickSeed(seeds, chance);
      const undamaged = losses ? await wholeOf(seed) : undefined;
      writeFileSync(path, damaged(seed.bytes, chance, folder));
      process.stdout.write(`start ${round} ${seed.name}\n`);
      try {
        const options = undamaged === undefined ? anyOptions(format, chance) : {};
        const answer = await readOne(format, path, folder, options);
        if (undamaged !== undefined) checkLosses(answer, undamaged);
        process.stdout.write(`end ${round} ${answer.text}\n`);
      } catch (error) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        process.stdout.write(`fault ${round} ${text.split('\n').slice(0, 4).join(' | ')}\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  await runRounds(JSON.parse(line) as Rounds);
  process.stdout.write('done\n');
}
