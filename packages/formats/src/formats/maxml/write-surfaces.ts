import type { FieldJob, Surface, SurfaceLine } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import { formatColour } from '../../kit/xml/values.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';
import { unless } from './write-features.ts';
import { writePairs } from './write-records.ts';

/** Writes the surfaces of a job. */
export async function writeSurfaces(xml: XmlWriter, job: FieldJob, context: WriteContext): Promise<void> {
  for (const [index, surface] of job.surfaces.entries()) {
    writeSurface(xml, surface, job.layers.get(surface.layer)?.name);
    await giveWay(index + 1, job.surfaces.length, context, 'writing surfaces');
  }
}

function writeSurface(xml: XmlWriter, surface: Surface, layer: string | undefined): void {
  xml.start('Surface', {
    name: surface.name,
    description: surface.description || undefined,
    code: surface.code || undefined,
    layer,
    colour: surface.colour === -1 ? undefined : formatColour(surface.colour),
    source: unless(surface.source, -1),
  });
  xml.list('Vertices', surface.vertices, 3);
  xml.list('Triangles', surface.triangles, 3);
  if (surface.neighbours !== null) xml.list('Neighbours', surface.neighbours, 3);
  if (surface.edges.length > 0) xml.list('Edges', surface.edges, 2);
  for (const line of surface.breaklines) writeLine(xml, 'Breakline', line);
  for (const line of surface.boundaries) writeLine(xml, 'Boundary', line);
  writePairs(xml, surface.attributes);
  xml.end();
}

function writeLine(xml: XmlWriter, element: string, line: SurfaceLine): void {
  xml.list(element, line.coordinates, 3, { name: line.name || undefined, kind: line.kind || undefined });
}
