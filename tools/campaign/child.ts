// Reads damaged files one after another and prints the outcome of each. The parent watches time and memory; this
// process must only be honest: anything other than a refusal with a code is a fault.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { pickSeed, type Seed, seedsOf } from './seeds.ts';

/** Settings as for a small machine, so that a limit is reached before the memory is full. */
const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  features: 500_000,
  vertices: 5_000_000,
  expanded: 500_000,
  unpackedBytes: 2 ** 28,
};

const [id, corpus, seedText, firstText, endText, way] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string?,
];

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

async function readOne(format: Format, path: string, folder: string, chance: Chance): Promise<string> {
  const source = new FileSource(path);
  const tally = new SourceTally();
  try {
    const read = await format.loadReader!();
    await read(source, new JobBuilder(), {
      options: parseOptions(format.readOptions, anyOptions(format, chance)).values,
      signal: new AbortController().signal,
      limits: LIMITS,
      progress: () => {},
      report: new IssueLog().report,
      tally,
      workFolder: folder,
    });
  } catch (error) {
    if (error instanceof FormatError) return `refused ${error.code}`;
    throw error;
  } finally {
    source.close();
  }
  const wrong = tally.rows().find((row) => row.found !== row.read + row.skipped);
  if (wrong !== undefined) throw new Error(`the tally of ${wrong.type} does not add up: ${JSON.stringify(wrong)}`);
  return 'read';
}

/** A damaged copy of a file, damaged in the requested way. */
function damaged({ bytes }: Seed, chance: Chance): Uint8Array {
  if (way === 'in-place') return mutateInPlace(bytes, chance);
  if (way === 'inside') return damageInside(id, bytes, chance, folder);
  return mutate(bytes, pickSeed(seeds, chance).bytes, chance);
}

const format = formatById(id);
if (format?.loadReader === undefined) throw new Error(`there is no format "${id}" that can be read`);
const seeds = await seedsOf(format, corpus);
if (seeds.length === 0)
  throw new Error(`there is no file to start from for "${id}": no corpus at ${corpus} and no writer`);
const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-campaign-'));
const extension = format.extensions[0] ?? format.id;
try {
  for (let round = Number(firstText); round < Number(endText); round++) {
    const chance = new Chance(Math.imul(Number(seedText), 0x9e3779b1) + round);
    const seed = pickSeed(seeds, chance);
    const bytes = damaged(seed, chance);
    const path = join(folder, `damaged.${extension}`);
    writeFileSync(path, bytes);
    process.stdout.write(`start ${round} ${seed.name}\n`);
    try {
      process.stdout.write(`end ${round} ${await readOne(format, path, folder, chance)}\n`);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stdout.write(`fault ${round} ${text.split('\n').slice(0, 4).join(' | ')}\n`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
