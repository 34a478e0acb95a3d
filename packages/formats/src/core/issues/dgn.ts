import type { IssueRows } from './row.ts';
import { SPLINE_FAULTS } from './spline-faults.ts';

/** What the readers of DGN report. */
export const dgnIssues = {
  'dgn-no-control-block': {
    level: 'error',
    text: 'the file does not begin with the control block of a V7 design file',
  },
  'dgn-no-end': {
    level: 'note',
    text: 'the file ends without the end mark of a design: it may have been cut off',
  },
  'dgn-behind-end': {
    level: 'warning',
    text: 'the design ends before the file does: {bytes byte|bytes} after its end were not read; it may be damaged',
  },
  'dgn-model-header': {
    level: 'error',
    text: 'the file has no model with a header that states its units; it is damaged or not a V8 design file',
  },
  'dgn-no-model': { level: 'error', text: 'there is no model "{name}"; the file has {models}' },
  'cfb-damaged': { level: 'error', text: 'the compound file is damaged: {found}' },
  'dgn-page-damaged': {
    level: 'error',
    text: 'a page of elements is damaged: {found}; its other elements were left out',
  },
  'dgn-shared-page-damaged': {
    level: 'warning',
    text: 'names, colours or shared cells are missing because a page is damaged: {found}',
  },
  'dgn-models': {
    level: 'warning',
    text: 'the file holds {models} models (with their numbers of elements: {names}); only "{name}" was read',
    advice: 'model=… reads another',
  },
  'dgn-model-empty': {
    level: 'warning',
    text: 'the first model, "{empty}", is empty; "{name}" was read instead',
  },
  'dgn-published-embedded': {
    level: 'warning',
    text: 'the file is a published i-model, whose own drawing is encrypted; of {files embedded file|embedded files} that can be read ({names}), "{name}" was read, at its own coordinates',
    advice: 'export the design file that it was published from; model=NAME reads another embedded file',
  },
  'dgn-published': {
    level: 'error',
    text: 'the file is a published i-model, whose content is encrypted',
    advice: 'export the design file that it was published from',
  },
  'dgn-attached-file': {
    level: 'warning',
    text: 'the attached file "{file}" was not read (model {model}, placed at {easting}, {northing}, scale {scale}, turned by {rotation}°)',
    advice: 'state the folder of the attached files (references), or put all of them into one ZIP',
    per: 'file',
  },
  'dgn-clip-left-out': {
    level: 'warning',
    text: 'the clip boundary of the attached file "{file}" was not applied: its place is not known',
    per: 'file',
  },
  'dgn-attached-levels': {
    level: 'note',
    text: 'the levels of the attached file "{file}" that the drawing hides are not known: all that the file shows are shown',
    per: 'file',
  },
  'dgn-attached-model': {
    level: 'note',
    text: 'the attached model "{model}" was not read (placed at {easting}, {northing}, scale {scale}, turned by {rotation}°)',
    advice: 'model=… reads it alone',
    per: 'model',
  },
  'dgn-working-units': {
    level: 'warning',
    text: 'the working units are damaged ({perSub} positions, {perMaster} sub units); coordinates are in positions',
  },
  'dgn-unit-unknown': {
    level: 'note',
    text: 'the master unit "{name}" is not a known unit; coordinates are in master units',
  },
  'dgn-deleted': { level: 'note', text: '{element}: deleted; it was left out' },
  'dgn-invisible': { level: 'note', text: '{element}: marked as invisible; it was left out' },
  'dgn-curve-stroked': { level: 'note', text: '{element}: drawn as chords' },
  'dgn-dimension-value': {
    level: 'note',
    text: 'a dimension shows its measured value without the tolerance, second format or symbol that its style adds: it is not known how they are stored',
  },
  'dgn-dimension-left-out': {
    level: 'warning',
    text: 'a dimension of the kind "{kind}" left out: it is not known how to draw it',
    per: 'kind',
  },
  'dgn-element-short': { level: 'warning', text: '{element}: left out because it is too short for its fields' },
  'dgn-position-invalid': {
    level: 'warning',
    text: '{element}: left out because a coordinate, size or angle is not a number',
  },
  'dgn-no-vertex': { level: 'warning', text: '{element}: left out because it has no vertex' },
  'dgn-curve-short': {
    level: 'warning',
    text: '{element}: left out because it has {points point|points}; a curve needs {least}',
  },
  'dgn-layout-unknown': { level: 'warning', text: '{element}: left out because its layout is not known' },
  'dgn-tag-left-out': {
    level: 'warning',
    text: '{element}: left out because its element or its set of tags cannot be found',
  },
  'dgn-curve-missing': { level: 'warning', text: '{element}: left out because the curve it belongs to is missing' },
  'dgn-mesh-missing': { level: 'warning', text: '{element}: left out because the mesh it belongs to is missing' },
  'dgn-mesh-faces': {
    level: 'warning',
    text: '{faces face|faces} of a mesh left out because a corner is missing or not a number',
  },
  'dgn-terrain-triangles': {
    level: 'warning',
    text: 'the terrain model "{name}" has {found triangle|triangles}, but states {stated}',
  },
  'dgn-spline': {
    level: 'warning',
    text: '{element}: left out because {fault}',
    clauses: { fault: SPLINE_FAULTS },
  },
} as const satisfies IssueRows;

/** What the writer of DGN reports. */
export const dgnWritingIssues = {
  'dgn-extent': {
    level: 'error',
    text: 'the job extends over {size} units; {most} fit into a design file at {positions} positions per thousandth',
    advice: 'select a smaller part, or set resolution=1 (the coarsest)',
  },
  'dgn-far-from-origin': {
    level: 'error',
    text: 'the job is {distance} units from the origin, too far for a design file',
    advice: 'look for a wrong coordinate',
  },
  'dgn-outside-plane': { level: 'error', text: 'the coordinate {value} is outside the design plane' },
  'dgn-resolution': { level: 'note', text: 'positions are stored every {step} {unit} ({dimensions} file)' },
  'layer-names-left-out': {
    level: 'note',
    text: '{count layer name|layer names} left out: levels have numbers ({levels})',
  },
  'layers-merged': { level: 'warning', text: '{count layer|layers} merged into level 63, the last one' },
  'line-split': { level: 'warning', text: '{count line|lines} split: too long for one element' },
  'area-as-line': { level: 'warning', text: '{count ring|rings} written as lines: too long for one element' },
  'area-rings-apart': {
    level: 'warning',
    text: '{count area|areas} with holes or parts written as separate shapes',
  },
  'text-empty': { level: 'note', text: '{count empty text|empty texts} left out' },
  'text-moved': {
    level: 'note',
    text: '{count text|texts} placed by estimated width: the format stores the lower left corner',
  },
  'text-split': { level: 'note', text: '{count text|texts} of several lines written as a text for each line' },
  'text-shrunk': { level: 'warning', text: '{count text|texts} made smaller: too tall for this resolution' },
  'letter-replaced': { level: 'warning', text: '{count character|characters} replaced by ?: not in the character set' },
  'colour-replaced': { level: 'warning', text: '{count colour|colours} replaced by the nearest: the table is full' },
  'surface-as-shapes': { level: 'note', text: '{count triangle|triangles} of surfaces written as shapes' },
  'surface-lines-left-out': { level: 'note', text: '{count breakline or boundary|breaklines or boundaries} left out' },
} as const satisfies IssueRows;
