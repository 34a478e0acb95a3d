import type { FieldJob, Surface, SurfaceLine } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../format.ts';
import type { XmlWriter } from '../xml/writer.ts';

const STRIDE = 16_384;
const BREAKLINES = new Set(['standard', 'wall', 'proximity', 'nondestructive']);
const BOUNDARIES = new Set(['outer', 'void', 'island']);

/** Writes the surfaces of a job that have triangles. */
export async function writeSurfaces(xml: XmlWriter, job: FieldJob, context: WriteContext): Promise<void> {
  const able = job.surfaces.filter((surface) => canBeWritten(surface, context));
  if (able.length === 0) return;
  xml.start('Surfaces');
  for (const surface of able) await writeSurface(xml, surface, context);
  xml.end();
}

/** The schema asks for three points and a face; points of a face need an elevation. */
function canBeWritten(surface: Surface, context: WriteContext): boolean {
  const whole = surface.vertices.every((value) => Number.isFinite(value));
  if (whole && surface.vertices.length >= 9 && surface.triangles.length >= 3) return true;
  const reason = whole ? 'has no triangles' : 'has vertices without a whole position';
  context.report({
    code: 'surface-left-out',
    severity: 'warning',
    text: `the surface "${surface.name}" ${reason} and was left out`,
  });
  return false;
}

async function writeSurface(xml: XmlWriter, surface: Surface, context: WriteContext): Promise<void> {
  const { vertices, triangles } = surface;
  xml.start('Surface', { name: surface.name, desc: surface.description || undefined });
  writeSourceData(xml, surface, context);
  xml.start('Definition', { surfType: 'TIN' });
  xml.start('Pnts');
  for (let i = 0; i < vertices.length / 3; i++) {
    xml.triple('P', i + 1, vertices[3 * i + 1]!, vertices[3 * i]!, vertices[3 * i + 2]!);
    if (i % STRIDE === 0) await breathe(context);
  }
  xml.end();
  xml.start('Faces');
  for (let i = 0; i < triangles.length / 3; i++) {
    xml.triple('F', undefined, triangles[3 * i]! + 1, triangles[3 * i + 1]! + 1, triangles[3 * i + 2]! + 1);
    if (i % STRIDE === 0) await breathe(context);
  }
  xml.end();
  xml.end();
  xml.end();
}

async function breathe(context: WriteContext): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  context.signal.throwIfAborted();
}

function writeSourceData(xml: XmlWriter, { breaklines, boundaries, name }: Surface, context: WriteContext): void {
  const able = (line: SurfaceLine): boolean => {
    if (line.coordinates.length >= 6 && positionsAreFinite(line.coordinates)) return true;
    context.report({
      code: 'line-left-out',
      severity: 'warning',
      text: `a line of surface "${name}" has fewer than two positions and was left out`,
    });
    return false;
  };
  const breaks = breaklines.filter(able);
  const bounds = boundaries.filter(able);
  if (breaks.length + bounds.length === 0) return;
  xml.start('SourceData');
  if (breaks.length > 0) {
    xml.start('Breaklines');
    for (const line of breaks) {
      const brkType = BREAKLINES.has(line.kind) ? line.kind : 'standard';
      writeLine(xml, 'Breakline', line, { name: line.name || undefined, brkType });
    }
    xml.end();
  }
  if (bounds.length > 0) {
    xml.start('Boundaries');
    for (const line of bounds) {
      const bndType = BOUNDARIES.has(line.kind) ? line.kind : line.kind === 'inner' ? 'void' : 'outer';
      writeLine(xml, 'Boundary', line, { name: line.name || undefined, bndType, edgeTrim: 'false' });
    }
    xml.end();
  }
  xml.end();
}

function writeLine(
  xml: XmlWriter,
  element: string,
  line: SurfaceLine,
  attributes: Record<string, string | undefined>,
): void {
  xml.start(element, attributes);
  writePositions(xml, line.coordinates);
  xml.end();
}

/** Writes easting, northing, elevation triples as a list: 3-D when every elevation is known. */
export function writePositions(xml: XmlWriter, coordinates: Float64Array): void {
  const count = coordinates.length / 3;
  const flat = coordinates.some((value, index) => index % 3 === 2 && !Number.isFinite(value));
  const size = flat ? 2 : 3;
  const list = new Float64Array(size * count);
  for (let i = 0; i < count; i++) {
    list[size * i] = coordinates[3 * i + 1]!;
    list[size * i + 1] = coordinates[3 * i]!;
    if (!flat) list[size * i + 2] = coordinates[3 * i + 2]!;
  }
  xml.list(flat ? 'PntList2D' : 'PntList3D', list, size);
}

function positionsAreFinite(coordinates: Float64Array): boolean {
  return coordinates.every((value, index) => index % 3 === 2 || Number.isFinite(value));
}
