import type { IssueRows } from './row.ts';

/** What machine-control files cannot hold or hold differently; counted while such a file is written. */
export const machineLosses = {
  'line-without-position': { level: 'warning', text: '{count line|lines} left out: a vertex has no position' },
  'text-without-position': { level: 'warning', text: '{count text|texts} left out: no position' },
  'alignment-without-position': {
    level: 'warning',
    text: '{count alignment|alignments} left out: the axis is not fully known',
  },
  'plane-without-position': { level: 'warning', text: '{count plane|planes} left out: not fully known' },
  'control-without-position': {
    level: 'warning',
    text: '{count control point|control points} left out: no easting and northing',
  },
  'triangle-left-out': {
    level: 'warning',
    text: '{count triangle|triangles} left out: a vertex has no position or no elevation',
  },
  'line-too-short': { level: 'warning', text: '{count line|lines} left out: fewer than two vertices' },
  'line-too-long': { level: 'warning', text: '{count line|lines} left out: more than 65535 vertices' },
  'line-name-left-out': {
    level: 'warning',
    text: 'the names and codes of {count line|lines} left out: the format has no known place for them',
  },
  'line-closing-repeated': {
    level: 'note',
    text: '{count closed line|closed lines} written with the first vertex repeated at the end',
  },
  'clothoid-stroked': {
    level: 'warning',
    text: '{count clothoid|clothoids} of alignments written as chords within 1 mm: how the format holds clothoids is not known',
  },
  'section-left-out': {
    level: 'warning',
    text: '{count cross section|cross sections} left out: the format has no proven place for them',
  },
  'station-equation-left-out': {
    level: 'warning',
    text: '{count station equation|station equations} left out: the format has no known place for them',
  },
  'alignment-joined': {
    level: 'warning',
    text: '{count element|elements} of alignments moved to the end of the element before: the format joins them',
  },
  'vertical-arc-as-parabola': {
    level: 'warning',
    text: '{count vertical arc|vertical arcs} written as curves of the same length',
  },
  'text-broken': {
    level: 'warning',
    text: '{count text|texts} will be read with more lines: the format takes "\\P" in a text for a line break',
  },
  'text-justification-lost': {
    level: 'warning',
    text: '{count text|texts} placed by the lower left corner: the format has no justification',
  },
  'layer-default': { level: 'note', text: '{count layer|layers} "Default" added for features without a layer' },
  'control-position-incomplete': {
    level: 'warning',
    text: 'the WGS 84 positions of {count control point|control points} left out: latitude or longitude is missing',
  },
  'control-code-left-out': {
    level: 'warning',
    text: 'the codes of {count control point|control points} left out: the format cannot hold them',
  },
  'control-residual-joined': {
    level: 'note',
    text: 'the horizontal residuals of {count control point|control points} written as lengths, without their parts',
  },
  'control-use-joined': {
    level: 'warning',
    text: '{count control point|control points} used in plan or height only written as used in both',
  },
  'breakline-left-out': {
    level: 'warning',
    text: '{count breakline|breaklines} of surfaces left out: only edges of triangles are written',
  },
  'boundary-left-out': {
    level: 'note',
    text: '{count boundary|boundaries} of surfaces left out: the triangles show them',
  },
  'surface-layer-left-out': {
    level: 'note',
    text: 'the layers of {count surface|surfaces} left out: the format cannot hold them',
  },
} as const satisfies IssueRows;

/** Machine-control files. */
export const machineIssues = {
  'machine-no-sample': {
    level: 'error',
    text: 'the file does not begin with "Topcon {kind}", and no public sample of another {kind} exists; it cannot be read',
  },
  'not-machine-file': {
    level: 'error',
    text: 'the file does not begin with "Topcon TP3" or the signature of a related format',
  },
  'directory-missing': {
    level: 'error',
    text: 'no table directory at offset {places} of this {kind}: it is damaged, or its layout is not known',
    advice: 'if other programs read it, send the output of "fieldbridge inspect --raw"',
  },
  'layout-not-known': {
    level: 'error',
    text: 'this {kind} holds the tables {tables} but not table {needed}, unlike a TP3; nothing is guessed',
    advice: '"fieldbridge inspect --raw" shows what is there',
  },
  'directory-cut': { level: 'error', text: 'the directory has {stated} places; the file ends after {found}' },
  'page-loop': { level: 'error', text: '{page} was read before; its chain was cut' },
  'page-outside': { level: 'error', text: '{page} lies at offset {offset}, outside the file' },
  'page-not-a-page': { level: 'error', text: '{page} does not have the header of a page; its chain was cut' },
  'page-differs': { level: 'error', text: '{page} has records of another size or number; its chain was cut' },
  'page-back-link': { level: 'note', text: '{page} names another page before it' },
  'page-overlap': { level: 'error', text: '{page} overlaps others: all pages are larger than the file' },
  'page-empty': { level: 'error', text: 'table {table} has more than {most} empty pages' },
  'page-overfull': { level: 'error', text: '{page} claims {stated} records and has room for {most}; those were read' },
  'page-cut': { level: 'error', text: '{page} claims {stated} records; the file ends after {found}' },
  'page-header-unknown': {
    level: 'warning',
    text: 'table {table} was skipped: its page headers have {size} bytes; 18 and 22 are known',
  },
  'table-doubled': { level: 'warning', text: 'table {table} is listed twice; the first was read' },
  'table-unknown': {
    level: 'note',
    text: 'table {table} was skipped: what its {records} records of {size} bytes hold is not known',
    per: 'table',
  },
  'record-short': {
    level: 'error',
    text: 'table {table} ({title}) was skipped: its records have {size} bytes and need {least}',
  },
  'record-size': {
    level: 'error',
    text: 'the texts of table {table} are empty: its records have {size} bytes instead of {expected}',
  },
  'node-loop': { level: 'error', text: 'the {list} of an alignment was cut: it repeats its elements' },
  'node-outside': { level: 'error', text: 'the {list} of an alignment was cut: it leads out of the file' },
  'node-not-a-node': { level: 'error', text: 'the {list} of an alignment was cut: an element is missing' },
  'node-unknown': {
    level: 'warning',
    text: 'an alignment element of type {type} with {size} bytes {fault}; {consequence}',
    clauses: {
      fault: { unknown: 'is unknown', short: 'needs {needed} bytes' },
      consequence: { 'left-out': 'it is left out', 'axis-ends': 'the axis ends there' },
    },
    per: 'type',
  },
  'content-mismatch': {
    level: 'note',
    text: 'the file is named .{extension} but holds a {kind}; it was read as that',
  },
  'origin-not-finite': { level: 'warning', text: 'the {kind} "{name}" has no usable origin; it was skipped' },
  'reference-missing': { level: 'warning', text: '{what} refers to {missing}, which does not exist; it was left out' },
  'coordinate-not-finite': { level: 'warning', text: '{what} was left out: its position is not finite' },
  'line-cut': { level: 'warning', text: 'a line names {stated} vertices; {found} are there' },
  'point-time-unknown': {
    level: 'note',
    text: 'points have {size} bytes; where their time is stored is known for 26 and 30 only',
  },
  'text-layout-assumed': {
    level: 'note',
    text: '{count text label|text labels} read by a layout that fits but is not proven',
  },
  'control-value-unusable': {
    level: 'warning',
    text: '{fields} of the control point "{name}" left out: not a possible value',
  },
  'control-position-unmarked': {
    level: 'note',
    text: 'the numbers in place of a WGS 84 position of {count control point|control points} left out: their flags say they have no position',
  },
  'control-residual-length': {
    level: 'note',
    text: 'the horizontal residuals of {count control point|control points} left out: the file has only their length',
  },
  'plane-slope-assumed': {
    level: 'note',
    text: 'azimuth and slope of {count plane|planes} read as angles, which fits the only sample but is not proven',
  },
  'surface-cut': { level: 'error', text: 'the surface "{name}" has {stated} {what}; {found} are there' },
  'triangle-skipped': {
    level: 'warning',
    text: '{count triangle|triangles} of the surface "{name}" left out: a vertex is missing, not finite or without an elevation',
    per: 'name',
  },
  'neighbours-wrong': {
    level: 'note',
    text: 'the links between triangles of the surface "{name}" left out: {wrong} do not share an edge',
  },
  'edge-not-in-surface': {
    level: 'note',
    text: '{count constraint edge|constraint edges} of {edges} of the surface "{name}" left out: not edges of its triangles',
    per: 'name',
  },
  'alignment-empty': {
    level: 'note',
    text: 'the alignment "{name}" was left out: it has no elements',
  },
  'alignment-start-missing': {
    level: 'warning',
    text: 'the elements of the alignment "{name}" left out: it has no start',
  },
  'alignment-element-damaged': {
    level: 'warning',
    text: 'the alignment "{name}" ends at an element without a usable length, azimuth or radius',
  },
  'alignment-curve-assumed': {
    level: 'warning',
    text: '{count curve|curves} of the alignment "{name}" read as arcs of radius, length and azimuth: only the length is proven',
    advice: 'check the positions after them',
    per: 'name',
  },
  'template-skipped': {
    level: 'warning',
    text: '{count cross-section template|cross-section templates} of the alignment "{name}" left out: {templates}',
    per: 'name',
  },
  'experimental-only': {
    level: 'error',
    text: 'no {kind} file of the vendor was available, so this would be a guess, and a guess on a machine is a hazard',
    advice: 'write a TP3, or set experimental=true to write the guess',
  },
  'nothing-to-write': { level: 'error', text: 'the job has nothing that the format {kind} can hold{why}' },
  'too-large-for-format': { level: 'error', text: 'the format holds at most {most} {what}; the job has {found}' },
  'precision-too-low': {
    level: 'error',
    text: 'LN3 holds single-precision numbers: a coordinate would move by {moved} mm, and more than {most} mm is refused',
    advice: 'write a TP3, or put lines that are far apart on separate layers',
  },
  'single-precision': {
    level: 'note',
    text: '{count coordinate|coordinates} rounded to single precision, by at most {most} mm',
  },
  'surface-not-found': { level: 'error', text: 'the job has no surface "{name}"; it has {names}' },
  'surface-not-chosen': {
    level: 'warning',
    text: '{count surface|surfaces} left out: a TN3 holds one, and "{name}" was written',
    advice: 'choose another with the option surface',
  },
  experimental: {
    level: 'note',
    text: "the file follows a study of real files, not the vendor's documents",
    advice: 'check it on the machine before work is done with it',
  },
} as const satisfies IssueRows;
