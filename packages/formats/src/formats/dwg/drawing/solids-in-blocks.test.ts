import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import { readWith } from '../../../../testing/run-format.ts';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { DxfReading } from '../../dxf/reading.ts';
import { openDrawing } from '../file/drawing-file.ts';
import { FileBytes } from '../file/file-bytes.ts';
import { shapesOf } from '../file/shapes.ts';
import { dwg } from '../format.ts';
import { Groups } from '../handover/groups.ts';
import { ModelTags } from '../handover/model-tags.ts';
import { DwgObject } from '../object/dwg-object.ts';
import { Inventory } from '../object/inventory.ts';
import { fileOf } from '../testing/file-of.ts';
import { documentOf } from '../testing/handed.ts';
import { library } from '../testing/library.ts';
import { NO_FAULTS } from '../testing/no-faults.ts';
import { drawingRecords } from './drawing-records.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const SOLID = 38;
const { XYZ } = library;

/** The first shape in the store of a real drawing of 2018. */
function realShape(): Uint8Array {
  const bytes = Uint8Array.from(readFileSync(join(CORPUS, 'dwg/sample_AC1032.dwg')));
  const { shapes } = openDrawing(fileOf(bytes), '2018', DEFAULT_LIMITS, NO_FAULTS);
  const [first] = [...shapesOf(shapes, (reason) => assert.fail(String(reason))).values()];
  return first!;
}

/** Reads a drawing as if its store of shapes gave all solids this one: acad-ts writes none. */
async function readWithShape(document: InstanceType<typeof library.CadDocument>, shape: Uint8Array): Promise<FieldJob> {
  document.header!.version = library.ACadVersion.AC1032;
  const bytes = Uint8Array.from(new Uint8Array(library.DwgWriter.writeToBuffer(document, null, null)));
  const { job } = await readWith(
    {
      ...dwg,
      loadReader: async () => async (source, sink, context) => {
        const file = openDrawing(new FileBytes(source), '2018', context.limits, NO_FAULTS);
        const solids = [...new Inventory(new DwgObject(file)).ofType(SOLID)].map((index) => file.map.handles[index]!);
        const shapes = new Map(solids.map((handle) => [handle, shape]));
        const groups = new Groups();
        const lost = (type: string): never => assert.fail(type);
        const records = drawingRecords(file, groups, { shapes, hasExtendedData: false, lost, objectLost: lost });
        const reading = new DxfReading(source, sink, context, new ModelTags(groups, records, source.size));
        await reading.walker.sections((name) => reading.section(name));
        return { version: '2018', choices: await reading.finish() };
      },
    },
    bytes,
  );
  return job;
}

test('a solid in a block of 2018, whose shape is in the store of shapes, is drawn at every reference', async () => {
  const shape = realShape();
  const alone = await readWithShape(documentOf(new library.Solid3D()), shape);
  assert.ok(alone.areas.length > 0, 'the solid has flat faces');
  const block = new library.BlockRecord('B');
  block.entities.add(new library.Solid3D());
  const inserts = [1000, 2000].map((x) => Object.assign(new library.Insert(block), { insertPoint: new XYZ(x, 0, 0) }));
  const placed = await readWithShape(documentOf(...inserts), shape);
  assert.equal(placed.areas.length, 2 * alone.areas.length);
  const [own, moved] = [alone, placed].map((job) => job.areas.loadPath(0, new Path()).coordinates[0]!);
  assert.ok(Math.abs(moved! - own! - 1000) < 1e-6, `${own} → ${moved}`);
});
