import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Entity } from '@node-projects/acad-ts';
import { writeWith } from '../../../../testing/run-format.ts';
import { dxf } from '../../dxf/format.ts';
import { fullJob } from '../../dxf/testing/full-job.ts';
import { DWG_WRITE_VERSIONS, dwg } from '../format.ts';
import { library } from '../testing/library.ts';
import { drawingFaults } from '../testing/verify/verify.ts';

type Document = InstanceType<typeof library.CadDocument>;

/**
 * What acad-ts knows of an entity that we write. When it reads a DXF, it drops tags and flags of
 * attributes, and which layers are off.
 */
const FIELDS = [
  ...['startPoint', 'endPoint', 'center', 'radius', 'startAngle', 'endAngle', 'location', 'insertPoint', 'value'],
  ...['height', 'rotation', 'alignmentPoint', 'horizontalAlignment', 'verticalAlignment', 'attachmentPoint'],
  ...['elevation', 'constantWidth', 'isClosed', 'firstCorner', 'secondCorner', 'thirdCorner', 'fourthCorner'],
  ...['rectangleWidth', 'bulge', 'isSolid'],
];

/** Numbers rounded, because a DXF holds angles in degrees. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(9)) + 0;
  if (value instanceof library.XYZ) return [value.x, value.y, value.z].map(plain);
  if (value instanceof library.XY) return [value.x, value.y].map(plain);
  return value;
}

function described(entity: Entity): unknown {
  const found = entity as unknown as Record<string, unknown>;
  const own = FIELDS.flatMap((name) => (found[name] === undefined ? [] : [[name, plain(found[name])]]));
  const parts = [...((found['vertices'] ?? found['attributes'] ?? []) as Iterable<Entity>)]
    .filter((part) => !(part instanceof library.Seqend))
    .map((part) => (part instanceof library.AttributeEntity ? part.value : described(part)));
  const paths = entity instanceof library.Hatch ? entity.paths.map(({ edges }) => JSON.stringify(edges)) : [];
  const look = [entity.layer?.name, entity.lineType?.name, entity.lineWeight, entity.color?.index];
  return [entity.constructor.name, ...(entity.layer === undefined ? [] : look), own, parts, paths];
}

const contentOf = (document: Document): unknown => [
  [...document.modelSpace!.entities].map(described),
  [...document.layers!].map(({ name, lineWeight, flags }) => [name, lineWeight, flags]).sort(),
  [...document.blockRecords!].map(({ name }) => name).sort(),
  [...document.lineTypes!].map(({ name }) => name.toLowerCase()).sort(),
  [...document.layouts!].map(({ name }) => name).sort(),
];

describe('acad-ts reads the same from a written DWG as from the DXF of the same job', () => {
  for (const version of DWG_WRITE_VERSIONS)
    for (const points of ['block', 'point'])
      for (const areas of ['outline', 'hatch'])
        test(JSON.stringify([version, points, areas]), async () => {
          const options = { points, areas, textHeight: 2 };
          const isOld = version === '2000' || version === '2004';
          const written = await writeWith(dwg, fullJob(), { options: { ...options, version } });
          assert.deepEqual(drawingFaults(Uint8Array.from(written.result)), []);
          const twin = await writeWith(dxf, fullJob(), { options: { ...options, version: isOld ? '2000' : '2018' } });
          // Texts are UTF-8 since 2007; acad-ts uses the code page that the header states for old programs,
          // and leaves the blank that a DXF has after a caret.
          const text = isOld
            ? Buffer.from(twin.result.toString('latin1').replaceAll('^ ', '^'), 'latin1')
            : Buffer.from(twin.result.toString().replace('ANSI_1252', 'UTF-8').replaceAll('^ ', '^'));
          const problems: string[] = [];
          const document = library.DwgReader.readFromStream(Uint8Array.from(written.result).buffer, (_, { message }) =>
            problems.push(message),
          );
          assert.deepEqual(problems, []);
          assert.deepEqual(contentOf(document), contentOf(library.DxfReader.readFromStream(text)));
        });
});
