import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';
import { BINARY_SIGNATURE } from './binary-tags.ts';
import { DRAWING_HOLDS } from './holds.ts';
import { DXF_ONLY_READ_OPTIONS, DXF_READ_OPTIONS, DXF_WRITE_OPTIONS } from './options.ts';
import { utf16Label } from './utf16-source.ts';
import { versionName } from './versions.ts';

const decoder = new TextDecoder('latin1');
/** A group 0 with SECTION, optionally after comments, at the start of the file. */
const ASCII_START = /^(?:\uFEFF|ï»¿)?\s*(?:999[ \t]*[\r\n]+[^\r\n]*[\r\n]+\s*)*0[ \t]*[\r\n]+[ \t]*(SECTION|EOF)\b/;
const VERSION = /\$ACADVER[\s\S]{1,40}?(AC\d{4})/;

function sniff(head: Uint8Array): Sniffed {
  const start = head.subarray(0, 8192);
  const wide = utf16Label(start);
  const text = (wide === undefined ? decoder : new TextDecoder(wide)).decode(start);
  const version = versionName(VERSION.exec(text)?.[1] ?? '');
  if (text.startsWith(BINARY_SIGNATURE)) return { confidence: 1, version };
  if (ASCII_START.test(text)) return { confidence: 0.95, version };
  return UNKNOWN;
}

export const dxf: Format = {
  id: 'dxf',
  name: 'DXF drawing',
  extensions: ['dxf'],
  mediaTypes: ['image/vnd.dxf', 'application/dxf', 'image/x-dxf'],
  kinds: ['point', 'line', 'area', 'text', 'surface'],
  versions: ['R2.6', 'R9', 'R10', 'R12', 'R13', 'R14', '2000', '2004', '2007', '2010', '2013', '2018'],
  experimental: { read: false, write: false },
  drawing: true,
  notes:
    'ASCII and binary, R2.6 to 2018. Arcs stay arcs, ellipses and splines become chords; solids become their flat faces, images their frames. Written as ASCII R12, 2000, 2010 or 2018.',
  readOptions: { ...DXF_READ_OPTIONS, ...DXF_ONLY_READ_OPTIONS },
  writeOptions: DXF_WRITE_OPTIONS,
  sniff,
  loadReader: async () => (await import('./read.ts')).readDxf,
  loadWriter: async () => (await import('./write.ts')).writeDxf,
  holds: DRAWING_HOLDS,
};
