import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';

/** The header may be preceded by up to this much junk (ISO 32000-1, annex H, note 13). */
const HEADER_WITHIN = 1024;
const latin1 = new TextDecoder('latin1');

function sniff(head: Uint8Array): Sniffed {
  const match = /%PDF-(\d\.\d)/.exec(latin1.decode(head.subarray(0, HEADER_WITHIN)));
  if (match === null) return UNKNOWN;
  return { confidence: match.index === 0 ? 1 : 0.8, version: match[1]! };
}

/** Plots: vector linework and text of each page. */
export const pdf: Format = {
  id: 'pdf',
  name: 'PDF plot',
  extensions: ['pdf'],
  mediaTypes: ['application/pdf'],
  kinds: ['line', 'area', 'text', 'drawing'],
  versions: ['1.0–2.0'],
  experimental: { read: false, write: false },
  drawing: true,
  notes:
    'Linework and texts of every page on paper, in metres (times plotScale), with the page number. Images (scanned pages) become separate background drawings. Content completely outside of a clip path is omitted; content that crosses it stays whole.',
  readOptions: {
    plotScale: {
      type: 'number',
      minimum: 1e-6,
      maximum: 1e9,
      default: 1,
      description: 'Scale of the plot: 500 turns a plot of 1:500 into metres on the ground.',
    },
    page: { type: 'integer', minimum: 1, maximum: 100_000, description: 'Only this page; all pages by default.' },
    images: {
      type: 'string',
      enum: ['drawing', 'outline'],
      default: 'drawing',
      description: 'Images become separate background drawings, or only their outlines.',
    },
    outside: {
      type: 'boolean',
      default: false,
      description: 'Also read invisible content that is completely outside of the page or of a clip path.',
    },
    tolerance: {
      type: 'number',
      minimum: 1e-7,
      maximum: 1,
      default: 0.00001,
      description: 'Largest distance on paper, in metres, between a curve and the chords that replace it.',
    },
  },
  writeOptions: {},
  sniff,
  loadReader: async () => (await import('./read.ts')).readPdf,
};
