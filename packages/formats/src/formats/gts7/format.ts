import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';
import { gts7Holds } from './holds.ts';
import { isKeyword, parseRecord } from './records.ts';

/** Topcon GTS-7: the field book of total stations as text. */
export const gts7: Format = {
  id: 'gts7',
  name: 'Topcon GTS-7',
  // Not txt, which is ASCII points; a GTS-7 file with that extension is recognised by its records.
  extensions: ['gts7', 'gt7', 'gts'],
  mediaTypes: ['text/plain'],
  kinds: ['point', 'observation'],
  versions: [],
  experimental: { read: false, write: true },
  drawing: false,
  notes:
    'Coordinates in the file become points; every record is kept as an observation. Nothing is computed from angles and distances.',
  readOptions: {
    order: {
      type: 'string',
      enum: ['EN', 'NE'],
      default: 'EN',
      description: 'Order of the coordinates in XYZ records.',
    },
  },
  writeOptions: {
    order: {
      type: 'string',
      enum: ['EN', 'NE'],
      default: 'EN',
      description: 'Order of the coordinates in XYZ records.',
    },
    decimals: { type: 'integer', minimum: 0, maximum: 10, default: 4, description: 'Decimals of coordinates.' },
  },
  sniff,
  loadReader: async () => (await import('./read.ts')).readGts7,
  loadWriter: async () => (await import('./write.ts')).writeGts7,
  holds: gts7Holds(true),
};

/** Most lines examined, and the share of them that must be records. */
const MOST_LINES = 40;
const ENOUGH = 0.8;

function sniff(head: Uint8Array): Sniffed {
  const text = Buffer.from(head.subarray(0, 8192)).toString('latin1');
  if (text.includes('\0')) return UNKNOWN;
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  // The first line names the program, the last may be cut off.
  const records = lines.slice(0, MOST_LINES).map(parseRecord);
  const known = records.filter((record) => record !== undefined && isKeyword(record.keyword));
  // Fields are joined by commas: a table in tabs or blanks whose points are called SS is no field book.
  const has = (keyword: string): boolean =>
    known.some((record) => record?.keyword === keyword && record.fields.length > 1);
  if (known.length < 2 || known.length < ENOUGH * (records.length - 2)) return UNKNOWN;
  // A book in which nothing was measured yet.
  const states = known.some((record) => record?.keyword === 'UNITS' && /^[MF],[DG]$/.test(record.fields.join(',')));
  return states || has('STN') || has('XYZ') || has('SS') || has('CTL') ? { confidence: 0.9, version: '' } : UNKNOWN;
}
