import type { IssueRows } from './row.ts';

/**
 * Why an XML document cannot be read further. Everything before the fault is kept, unless the root element is missing.
 */
export const xmlErrors = {
  'xml-not-well-formed': { level: 'error', text: 'the XML is not well-formed: {found}' },
  'xml-cut-off': { level: 'error', text: 'the XML ends too early: {found}', advice: 'use a whole copy of the file' },
  'xml-doctype': { level: 'error', text: 'the XML has a document type that is refused: {found}' },
  'xml-entity': { level: 'error', text: 'the XML has an entity that is refused: {found}' },
  'xml-encoding': { level: 'error', text: 'the encoding of the XML cannot be read: {found}' },
  'xml-too-complex': { level: 'error', text: 'the XML is more complex than any real file: {found}' },
} as const satisfies IssueRows;

/** Repairs and omissions in any XML document. */
export const xmlIssues = {
  ...xmlErrors,
  'encoding-repaired': { level: 'warning', text: 'bytes that are not {encoding} were read as {used}' },
  'unknown-element': { level: 'warning', text: 'the element <{element}> is not known and was skipped', per: 'element' },
  'bad-value': {
    level: 'warning',
    text: '{attribute}="{value}" of <{element}> cannot be read; the default was used',
  },
} as const satisfies IssueRows;

/** Code libraries, also those inside a MAXML document. */
export const codelibIssues = {
  'codelib-wrong-root': {
    level: 'error',
    text: 'the root element is <{root}>, not <{expected}>; this is not a code library',
  },
  'codelib-version': {
    level: 'error',
    text: 'version {version} is newer than {newest}, the newest known',
    advice: 'update this program',
  },
  'namespace-unknown': { level: 'warning', text: 'the root element is in {found}; it was read as {used}' },
  'duplicate-code': {
    level: 'warning',
    text: 'the {kind} code "{name}" appears more than once; only the first was kept',
  },
} as const satisfies IssueRows;

/** MAXML. */
export const maxmlIssues = {
  'maxml-version': {
    level: 'error',
    text: 'version {version} of MAXML is newer than {newest}, the newest known',
    advice: 'update this program',
  },
  'maxml-dialect': {
    level: 'note',
    text: 'the root element <{root}> is not of the open profile; the file was read as the known dialect of points',
  },
  'points-missing': { level: 'warning', text: 'the file has no Point element' },
  'placement-damaged': {
    level: 'warning',
    text: 'a <{element}> of a placement was left out: no easting and northing',
    per: 'element',
  },
  'file-damaged': {
    level: 'warning',
    text: 'the file of a drawing is not entirely base64; the readable part was kept',
  },
  'drawing-digest-mismatch': {
    level: 'warning',
    text: 'the file of the drawing "{name}" has the SHA-256 {found} instead of {stated}: it was damaged or replaced',
  },
  'neighbours-damaged': {
    level: 'note',
    text: 'the neighbours of a surface do not fit its triangles and were left out',
  },
  'edges-damaged': { level: 'warning', text: 'the edges of a surface name missing vertices and were left out' },
} as const satisfies IssueRows;

/** JobXML. */
export const jobxmlIssues = {
  'jobxml-wrong-root': {
    level: 'error',
    text: 'the root element is <{root}>, not <{expected}>; this is not a JobXML',
  },
  'reductions-missing': { level: 'warning', text: 'the file has no Reductions and so no reduced points' },
  'grid-missing': {
    level: 'warning',
    text: 'the point "{name}" has a WGS 84 position but no grid coordinates; it was read as a control point',
  },
  'calibration-point-missing': {
    level: 'warning',
    text: 'the calibration pair {grid} – {earth} was left out: the Reductions lack one of its points',
  },
  'position-left-empty': {
    level: 'warning',
    text: '{count point|points} written without coordinates: no easting and northing',
    advice: 'most programs will skip them; complete the points first',
  },
  'attribute-renamed': {
    level: 'note',
    text: '{count attribute|attributes} of the point "{point}" renamed as JobXML requires, such as "{name}"',
  },
} as const satisfies IssueRows;
