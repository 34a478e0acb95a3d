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

/** Properties that a format states in its own way, neither kept nor lost. */
const OF_THE_FILE: Readonly<Record<string, readonly string[]>> = {
  csv: ['info.name'],
  points: ['info.name'],
  // A reference system does not apply to codes.
  codelib: ['info.name', 'info.crs'],
  tn3: ['info.name'],
  dxf: ['info.name'],
  dwg: ['info.name'],
  dgn: ['info.name'],
};
/** Formats without layers: layers are lost with the objects that are reported as left out. */
const WITHOUT_LAYERS: ReadonlySet<string> = new Set(['tn3', 'rd3', 'gc3', 'pl3']);
/** The mjf family holds everything, as its own round trips show. */
const FORMATS = [
  ...['maxml', 'gts7', 'geojson', 'csv', 'points', 'codelib', 'landxml', 'jobxml'],
  ...['dxf', 'dwg', 'dgn', 'tp3', 'pt3', 'ln3', 'tn3', 'rd3', 'gc3', 'pl3'],
];

/** A job as text in which NaN and typed arrays are distinguishable. */
function textOf(job: FieldJob): string {
  return JSON.stringify(plainJob(job), (_key, value: unknown) => {
    if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
}

async function thereAndBack(format: Format, traits: Traits): Promise<{ back: string; reported: CountedIssue[] }> {
  const { values } = parseExportOptions(format, { experimental: true });
  const { result, issues } = await writeWith(format, jobWith(traits), { options: values });
  const { job } = await readWith(format, result, { options: parseImportOptions(format, {}).values });
  return { back: textOf(job), reported: issues.summary() };
}

/** The kind of data of a trait; undefined for the job and its layers. */
function kindOf(trait: string): Kind | undefined {
  const owner = trait.split('.')[0]!;
  const kind = owner === 'label' ? 'text' : owner === 'codeAttribute' ? 'code' : owner;
  return KINDS.find((one) => one === kind);
}

/** A job whose alignment has a section or an equation of numbers only. */
function barePart(name: string): Traits {
  if (name.startsWith('alignment.equations')) return { alignment: { equations: [{ back: 50, ahead: 60 }] } };
  return { alignment: { sections: [{ name: '1L', station: 10, points: Float64Array.of(0, 0, 5, -0.1) }] } };
}

describe('data that a format cannot hold is reported', () => {
  for (const id of FORMATS) {
    it(`of ${id}: every trait of every kind is read back or reported as lost`, async () => {
      const format = formatById(id)!;
      const plain = await thereAndBack(format, {});
      const codes = new Set<string>(plain.reported.map(({ code }) => code));
      const silent: string[] = [];
      let checked = 0;
      for (const [name, traits] of EACH_TRAIT) {
        const kind = kindOf(name);
        const leftOut = kind?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        if (codes.has(`${leftOut}-left-out`) || OF_THE_FILE[id]?.includes(name)) continue;
        // The plain point already has a name.
        if (name === 'point.name' && codes.has('name-left-out')) continue;
        // Layers may be reported as left out as a whole.
        if (name.startsWith('layer.') && (codes.has('layer-left-out') || WITHOUT_LAYERS.has(id))) continue;
        checked++;
        // Details of sections and equations are compared with sections and equations that have none.
        const base = name.split('.').length > 2 ? await thereAndBack(format, barePart(name)) : plain;
        if (base.reported.some(({ code }) => /^(section|station-equation)-left-out$/.test(code))) continue;
        const { back, reported } = await thereAndBack(format, traits);
        const isReported = JSON.stringify(reported) !== JSON.stringify(base.reported);
        if (back === base.back && !isReported) silent.push(name);
      }
      assert.deepEqual(silent, []);
      assert.ok(checked >= 4, `only ${checked} traits were checked`);
    });
  }
});
