import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import {
  type CountedIssue,
  type Format,
  formatById,
  KINDS,
  type Kind,
  parseExportOptions,
  parseImportOptions,
} from '../src/index.ts';
import { readWith, writeWith } from '../testing/run-format.ts';
import { EACH_TRAIT, jobWith, type Traits } from '../testing/traits.ts';

/** What a file of the format says of itself in its own way, so that it is neither kept nor lost. */
const OF_THE_FILE: Readonly<Record<string, readonly string[]>> = {
  csv: ['info.name'],
  points: ['info.name'],
  // A reference system says nothing of codes.
  codelib: ['info.name', 'info.crs'],
  tn3: ['info.name'],
  dxf: ['info.name'],
  dwg: ['info.name'],
  dgn: ['info.name'],
};
/** Formats of things that lie on no layer: layers go with what is reported as left out. */
const WITHOUT_LAYERS: ReadonlySet<string> = new Set(['tn3', 'rd3', 'gc3', 'pl3']);
/** The mjf family holds everything, which its own round trips show. */
const FORMATS = [
  ...['maxml', 'gts7', 'geojson', 'csv', 'points', 'codelib', 'landxml', 'jobxml'],
  ...['dxf', 'dwg', 'dgn', 'tp3', 'pt3', 'ln3', 'tn3', 'rd3', 'gc3', 'pl3'],
];

/** A job as one text, in which NaN and typed arrays can be told apart. */
function textOf(job: FieldJob): string {
  return JSON.stringify(plainJob(job), (_key, value: unknown) => {
    if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
}

async function thereAndBack(format: Format, traits: Traits): Promise<{ back: string; told: CountedIssue[] }> {
  const { values } = parseExportOptions(format, { experimental: true });
  const { result, issues } = await writeWith(format, jobWith(traits), { options: values });
  const { job } = await readWith(format, result, { options: parseImportOptions(format, {}).values });
  return { back: textOf(job), told: issues.summary() };
}

/** The kind of data that a trait belongs to; undefined for the job and its layers. */
function kindOf(trait: string): Kind | undefined {
  const owner = trait.split('.')[0]!;
  const kind = owner === 'label' ? 'text' : owner === 'codeAttribute' ? 'code' : owner;
  return KINDS.find((one) => one === kind);
}

describe('what a format cannot hold is in its report', () => {
  for (const id of FORMATS) {
    it(`of ${id}: every trait of every kind comes back, or the report says that it does not`, async () => {
      const format = formatById(id)!;
      const plain = await thereAndBack(format, {});
      const codes = new Set<string>(plain.told.map(({ code }) => code));
      const silent: string[] = [];
      let looked = 0;
      for (const [name, traits] of EACH_TRAIT) {
        const kind = kindOf(name);
        const leftOut = kind?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        if (codes.has(`${leftOut}-left-out`) || OF_THE_FILE[id]?.includes(name)) continue;
        // The plain point has a name already.
        if (name === 'point.name' && codes.has('name-left-out')) continue;
        // Layers that are left out as a whole are reported as such.
        if (name.startsWith('layer.') && (codes.has('layer-left-out') || WITHOUT_LAYERS.has(id))) continue;
        looked++;
        const { back, told } = await thereAndBack(format, traits);
        const says = JSON.stringify(told) !== JSON.stringify(plain.told);
        if (back === plain.back && !says) silent.push(name);
      }
      assert.deepEqual(silent, []);
      assert.ok(looked >= 4, `only ${looked} traits were looked at`);
    });
  }
});
