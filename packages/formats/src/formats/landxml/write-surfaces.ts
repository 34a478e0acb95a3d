import type { FieldJob, Surface } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { pause } from '../../kit/io/give-way.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';
import { propertiesAt, propertiesBeside, writeProperties } from './properties.ts';
import { UniqueNames } from './unique-names.ts';
import { writeSourceData } from './write-source-data.ts';

const STRIDE = 16_384;

/** Writes the surfaces of a job that have triangles. */
export async function writeSurfaces(xml: XmlWriter, job: FieldJob, context: WriteContext): Promise<void> {
  const able = job.surfaces.filter((surface) => canBeWritten(surface, context));
  if (able.length === 0) return;
  const names = new UniqueNames('surface', context);
  xml.start('Surfaces');
  for (const surface of able) await writeSurface(xml, surface, names.take(surface.name), context);
  xml.end();
}

/** The schema requires three points and a face; points of a face need an elevation. */
function canBeWritten(surface: Surface, context: WriteContext): boolean {
  const whole = surface.vertices.every((value) => Number.isFinite(value));
  if (whole && surface.vertices.length >= 9 && surface.triangles.length >= 3) return true;
  const fault = whole ? 'no-triangle' : 'no-position';
  context.report(issueOf('surface-not-written', { surface: surface.name, fault }));
  return false;
}

async function writeSurface(xml: XmlWriter, surface: Surface, name: string, context: WriteContext): Promise<void> {
  const { vertices, triangles, attributes } = surface;
  xml.start('Surface', { name, desc: surface.description || undefined });
  writeSourceData(xml, surface, context);
  xml.start('Definition', { surfType: 'TIN' });
  xml.start('Pnts');
  for (let i = 0; i < vertices.length / 3; i++) {
    xml.triple('P', i + 1, vertices[3 * i + 1]!, vertices[3 * i]!, vertices[3 * i + 2]!);
    if (i % STRIDE === 0) await pause(context.signal);
  }
  xml.end();
  xml.start('Faces');
  for (let i = 0; i < triangles.length / 3; i++) {
    xml.triple('F', undefined, triangles[3 * i]! + 1, triangles[3 * i + 1]! + 1, triangles[3 * i + 2]! + 1);
    if (i % STRIDE === 0) await pause(context.signal);
  }
  xml.end();
  writeProperties(xml, propertiesAt(attributes, 'Definition'));
  xml.end();
  writeProperties(xml, propertiesBeside(attributes, ['Definition']));
  xml.end();
}
