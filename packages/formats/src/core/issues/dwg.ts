import type { IssueRows } from './row.ts';

/** What only the reader and the writer of DWG report; the reader of DXF interprets the drawing. */
export const dwgIssues = {
  'dwg-version': {
    level: 'error',
    text: 'a DWG of release {release} cannot be read (R13 to 2018 can)',
    advice: 'save it with a newer release, or as DXF',
  },
  'dwg-damaged': {
    level: 'error',
    text: 'the drawing is cut off or damaged: {found}',
    advice: 'open and repair it in CAD, or save it as DXF',
  },
  'dwg-entity-lost': {
    level: 'warning',
    text: 'a {type} was left out: {reason}',
    clauses: { reason: { unread: 'it is damaged or in an unknown form' } },
    per: 'type',
  },
  'dwg-object-lost': {
    level: 'warning',
    text: 'a {type} that entities may refer to was left out: {message}',
    advice: 'check layers, blocks and styles',
  },
  'dwg-map-rebuilt': {
    level: 'warning',
    text: 'the list of objects is damaged; {count} were found by searching the file',
    advice: 'open and repair it in CAD',
  },
  'dwg-page-lost': {
    level: 'warning',
    text: 'a page of the drawing cannot be unpacked ({reason}); its content is lost',
  },
  'dwg-page-altered': {
    level: 'warning',
    text: 'the checksum of a page does not match the stated one: its content may be wrong',
    advice: 'compare with the original, or save the drawing again in CAD',
  },
  'dwg-object-altered': {
    level: 'warning',
    text: 'the checksum of an object does not match the stated one: it may be wrong',
    advice: 'check it in CAD',
  },
  'dwg-bytes-repaired': {
    level: 'warning',
    text: '{count wrong byte was|wrong bytes were} repaired by the check bytes of the drawing',
    advice: 'save the drawing again in CAD',
  },
  'dwg-text-cut': {
    level: 'warning',
    text: '{count text|texts} cut: a DWG holds 65535 characters of a text, before 2007 bytes',
    advice: 'split the text, or write a DXF',
  },
} as const satisfies IssueRows;
