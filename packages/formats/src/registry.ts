import { codelib } from './codelib/format.ts';
import { csv } from './csv/format.ts';
import { dxf } from './dxf/format.ts';
import type { Format } from './format.ts';
import { points } from './points/format.ts';
import { svg } from './svg/format.ts';

/** Every format there is, in the order `GET /formats` lists them. Adding a format is adding a folder and a line here. */
export const FORMATS: readonly Format[] = [csv, points, codelib, svg, dxf];

/** The format with that id. */
export function formatById(id: string): Format | undefined {
  return FORMATS.find((format) => format.id === id.toLowerCase());
}

/** The formats that an id or an extension stands for: one by id, else all that share the extension. */
export function formatsFor(idOrExtension: string): Format[] {
  const key = idOrExtension.toLowerCase().replace(/^\./, '');
  const byId = formatById(key);
  if (byId !== undefined) return [byId];
  return FORMATS.filter((format) => format.extensions.includes(key));
}
