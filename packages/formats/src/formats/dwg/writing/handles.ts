import { HANDLE as COMMON } from '../../dxf/writing/drawing-writer.ts';

/** Handles that are the same in every written file: those of a DXF, and those of what only a DWG states. */
export const HANDLE = {
  ...COMMON,
  viewportEntities: 0xb,
  multilineStyles: 0xe,
  multilineStyle: 0xf,
  byBlock: 0x14,
  byLayer: 0x15,
  continuous: 0x16,
  style: 0x11,
  acad: 0x12,
  /** The application that says whether elevations are known, and that of the descriptions of layers. */
  fieldbridge: 0x13,
  descriptions: 0x17,
  dimStyle: 0x27,
  viewport: 0x29,
  paperBegin: 0x1c,
  paperEnd: 0x1d,
  modelBegin: 0x20,
  modelEnd: 0x21,
  pointBegin: 0x2a,
  pointEnd: 0x2b,
} as const;
