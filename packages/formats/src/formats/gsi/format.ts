import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';
import { parseWord } from './words.ts';

/** Leica GSI: words of 8 or 16 characters, a block a line, as total stations and levels register them. */
export const gsi: Format = {
  id: 'gsi',
  name: 'Leica GSI',
  extensions: ['gsi'],
  mediaTypes: ['text/plain'],
  kinds: ['point', 'observation'],
  versions: ['GSI-8', 'GSI-16'],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    'Coordinates that the file states (words 81 to 86) become points; blocks with measurements are kept as observations. Nothing is computed from them: a file that holds nothing else is refused.',
  readOptions: {},
  writeOptions: {},
  sniff,
  loadReader: async () => (await import('./read.ts')).readGsi,
};

const LOOKED_AT = 8192;
const MOST_LINES = 40;
/** Share of the lines that must be blocks; the last one may be cut off. */
const ENOUGH = 0.8;

function sniff(head: Uint8Array): Sniffed {
  const lines = Buffer.from(head.subarray(0, LOOKED_AT))
    .toString('latin1')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES);
  const blocks = lines.filter((line) => isBlock(line));
  if (blocks.length === 0 || blocks.length < ENOUGH * (lines.length - 1)) return UNKNOWN;
  return { confidence: 0.95, version: blocks[0]!.trimStart().startsWith('*') ? 'GSI-16' : 'GSI-8' };
}

/** Whether a line begins with a point number or a code and has nothing but words. */
function isBlock(line: string): boolean {
  const words = line.trim().replace(/^\*/, '').split(/ +/);
  return /^(11|41)/.test(words[0]!) && words.slice(0, 2).every((word) => parseWord(word) !== undefined);
}
