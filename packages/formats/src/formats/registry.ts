import type { Format } from '../core/format.ts';
import { codelib } from './codelib/format.ts';
import { csv } from './csv/format.ts';
import { dgn } from './dgn/format.ts';
import { dwg } from './dwg/format.ts';
import { dxf } from './dxf/format.ts';
import { gc3 } from './gc3/format.ts';
import { geojson } from './geojson/format.ts';
import { gsi } from './gsi/format.ts';
import { gts7 } from './gts7/format.ts';
import { imodel } from './imodel/format.ts';
import { jobxml } from './jobxml/format.ts';
import { landxml } from './landxml/format.ts';
import { ln3 } from './ln3/format.ts';
import { maxml } from './maxml/format.ts';
import { mjf } from './mjf/format.ts';
import { mjfzip } from './mjfzip/format.ts';
import { mjo } from './mjo/format.ts';
import { mjt } from './mjt/format.ts';
import { pdf } from './pdf/format.ts';
import { pl3 } from './pl3/format.ts';
import { points } from './points/format.ts';
import { pt3 } from './pt3/format.ts';
import { rd3 } from './rd3/format.ts';
import { svg } from './svg/format.ts';
import { tn3 } from './tn3/format.ts';
import { tp3 } from './tp3/format.ts';
import { zip } from './zip/format.ts';

/**
 * All formats, in the order of `GET /formats`. To add a format, add a folder and a line here, and its texts in
 * `core/format-texts`: its types name those that are missing.
 */
export const FORMATS: readonly Format[] = [
  mjf,
  mjfzip,
  mjo,
  mjt,
  gts7,
  gsi,
  geojson,
  csv,
  points,
  codelib,
  landxml,
  maxml,
  jobxml,
  svg,
  dxf,
  dwg,
  dgn,
  pdf,
  zip,
  imodel,
  tp3,
  pt3,
  ln3,
  tn3,
  rd3,
  gc3,
  pl3,
];

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
