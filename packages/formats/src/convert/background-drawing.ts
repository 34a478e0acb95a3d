import { createHash } from 'node:crypto';
import { type Drawing, drawingInUnit, type FieldJob } from '@fieldbridge/fieldjob';
import type { Format } from '../format.ts';
import { readAll } from '../io/byte-source.ts';
import type { ImportRequest } from './import-file.ts';

/**
 * The background drawing that a CAD file becomes: the file itself, its linework and where it lies.
 * @param scene the linework, in the unit and with the axes of the file
 */
export function backgroundDrawing(request: ImportRequest, format: Format, scene: FieldJob): Drawing {
  const { source } = request;
  const bytes = readAll(source);
  const drawing: Drawing = {
    name: source.name.replace(/\.[^.]*$/, '') || format.name,
    fileName: source.name,
    format: format.id,
    mediaType: format.mediaTypes[0] ?? 'application/octet-stream',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    read: () => bytes,
    size: bytes.length,
    placement: request.placement,
    scene,
    source: -1,
  };
  return drawingInUnit(drawing, request.target.unit);
}
