import type { IssueRows } from './row.ts';
import { SPLINE_FAULTS } from './spline-faults.ts';

/** What the readers of DXF and DWG report about a drawing as a whole. */
export const dxfIssues = {
  'not-dxf': {
    level: 'error',
    text: 'the file has no section of a DXF file (HEADER, TABLES, BLOCKS, ENTITIES); it is empty, cut off or of another format',
  },
  'no-end-of-file': { level: 'warning', text: 'the file ends without EOF; it may be cut off' },
  'data-behind-end': { level: 'note', text: 'the data after the EOF of the drawing was not read' },
  'bad-group-code': {
    level: 'warning',
    text: 'a line is not the group code that was expected; lines were skipped up to the next code',
  },
  'group-code-unknown': {
    level: 'warning',
    text: 'group code {code} does not exist; the rest of the file cannot be read',
  },
  'missing-value': { level: 'warning', text: 'the file ends inside group {code}, before the end of its value' },
  'code-page-unknown': {
    level: 'warning',
    text: 'the code page "{name}" is not known; texts were read as UTF-8 or Windows-1252',
    advice: 'state it with the option codePage',
  },
  'geodata-own-grid': {
    level: 'note',
    text: 'the drawing has its own grid in {system} ({grid}); its coordinates were read as they are',
  },
  'unit-contradiction': {
    level: 'warning',
    text: '$INSUNITS says {unit}, but $MEASUREMENT says {measurement}; $INSUNITS was followed',
    advice: 'if that is wrong, state drawingUnit',
  },
  'drawing-unit-doubtful': {
    level: 'warning',
    text: 'the unit of the drawing is doubtful: in {stated}, as its header says, it is {asStated}; in {likely} it would be {asLikely}',
    advice: 'state drawingUnit={other} if that is right, else drawingUnit={value}',
  },
  'layer-undefined': { level: 'note', text: 'the layer "{name}" is used, but missing from the layer table' },
  'xref-not-read': { level: 'warning', text: 'the block "{name}" is in another file ({file}), which was not read' },
} as const satisfies IssueRows;

/** What the readers of DXF and DWG report about single entities. */
export const dxfEntityIssues = {
  'paper-space-skipped': {
    level: 'note',
    text: 'the entity is on a sheet of paper space and was left out',
    advice: 'space=both reads it',
  },
  'model-space-skipped': { level: 'note', text: 'the entity is in model space and was left out, as requested' },
  'entity-hidden': {
    level: 'note',
    text: 'the entity is marked as invisible and was left out',
    advice: 'hidden=true reads it',
  },
  'entity-not-supported': { level: 'warning', text: '{type} entities are not read', per: 'type' },
  'block-clipped': {
    level: 'note',
    text: '{count feature of|features of} the block "{name}" cut at the clip boundary of its reference, or left out beyond it',
    advice: 'hidden=true reads all of it',
    per: 'name',
  },
  'block-not-cut': {
    level: 'warning',
    text: '{count feature|features} of the block "{name}" across the clip boundary of its reference stayed whole',
    advice: 'surfaces are not cut, nor areas whose rings cannot be closed again',
    per: 'name',
  },
  'block-planes-left-out': {
    level: 'warning',
    text: 'the clip planes in front of or behind the block "{name}" were not applied: it is cut in plan only',
    per: 'name',
  },
  'block-hole-left-out': {
    level: 'warning',
    text: 'the inverted clip boundary of the block "{name}" was not applied: what it hides is shown',
    per: 'name',
  },
  'stray-part': { level: 'warning', text: 'a {type} belongs to no entity and was left out', per: 'type' },
  'proxy-without-picture': {
    level: 'warning',
    text: 'an object of another program ({kind}) has no picture and was left out',
    advice: 'explode it in CAD and save the drawing again',
    per: 'kind',
  },
  'proxy-as-picture': { level: 'note', text: 'an object of another program was drawn from the picture stored with it' },
  'proxy-partly-drawn': {
    level: 'note',
    text: '{parts part|parts} of the picture of an object of another program not drawn',
  },
  'viewport-not-drawn': { level: 'note', text: 'a viewport of paper space shows model space and holds nothing itself' },
  'not-part-of-the-plan': { level: 'note', text: 'lights, cameras and section planes show nothing in plan' },
  'ole-not-read': {
    level: 'warning',
    text: 'an embedded document has no position in this version of the format; it was left out',
  },
  'ole-as-frame': { level: 'note', text: 'an embedded document cannot be drawn; its frame was drawn' },
  'picture-as-frame': {
    level: 'note',
    text: 'a picture is in a separate file; its frame was drawn, with the name of that file',
  },
  'wipeout-as-area': { level: 'note', text: 'a wipeout hides nothing in a job; it became an area' },
  'shape-as-point': { level: 'note', text: 'the form of a shape is in a font file; it became a point with its name' },
  'solid-not-read': {
    level: 'warning',
    text: 'the ACIS shape of a solid could not be read; it was left out',
    advice: 'turn it into a mesh (MESHSMOOTH) in CAD and save again, or export it as STL',
  },
  'body-not-read': {
    level: 'warning',
    text: 'the ACIS shape of a body could not be read; it was left out',
    advice: 'turn it into a mesh (MESHSMOOTH) or explode it in CAD and save again',
  },
  'region-not-read': {
    level: 'warning',
    text: 'the ACIS shape of a region could not be read; it was left out',
    advice: 'explode it in CAD and save again',
  },
  'surface-not-read': {
    level: 'warning',
    text: 'the ACIS shape of a surface could not be read; it was left out',
    advice: 'turn it into a mesh (MESHSMOOTH) in CAD and save again',
  },
  'shape-partly-drawn': {
    level: 'warning',
    text: '{edges edge|edges} of an ACIS shape left out: free curves are not drawn',
  },
  'mesh-without-faces': { level: 'warning', text: 'a mesh without faces was left out' },
  'mesh-incomplete': {
    level: 'warning',
    text: 'a mesh was left out: it states {rows} × {columns} vertices and has {vertices}',
  },
  'mesh-faces-left-out': {
    level: 'warning',
    text: '{faces face|faces} of a mesh left out: a vertex is missing or not finite',
  },
  'mesh-not-smoothed': { level: 'note', text: 'a mesh was drawn without its subdivision' },
  'face-without-area': { level: 'note', text: 'a face with fewer than three different corners was left out' },
  'face-is-line': { level: 'note', text: 'a face has only two different corners; it was drawn as a line' },
  'bad-radius': { level: 'warning', text: 'a circle or arc was left out: its radius is not above 0' },
  'bad-spline': {
    level: 'warning',
    text: 'a spline was left out: {fault}',
    clauses: {
      fault: {
        ...SPLINE_FAULTS,
        'no-points': 'it has neither control points nor two different fit points',
        'hatch-edge': 'an edge of a hatch',
      },
    },
  },
  'spline-repaired': {
    level: 'warning',
    text: 'a spline was drawn with evenly spaced knots: {fault}',
    clauses: { fault: SPLINE_FAULTS },
  },
  'spline-approximated': {
    level: 'note',
    text: 'a spline has fit points only; the curve that CAD systems draw through them was calculated',
  },
  'polyline-by-frame': {
    level: 'warning',
    text: 'the drawing holds only the frame of a fitted curve; the frame was drawn instead of the curve',
  },
  'outside-extent': { level: 'note', text: 'an infinite line that does not cross the drawing was left out' },
  'hatch-without-boundary': { level: 'warning', text: 'a hatch without a boundary was left out' },
  'hatch-boundary-open': {
    level: 'note',
    text: 'boundary edges of a hatch do not meet; they were joined by straight lines',
  },
  'pattern-left-out': {
    level: 'note',
    text: 'a hatch was drawn without its pattern, which is damaged or has more than {most} lines',
  },
  'empty-text': { level: 'note', text: 'an empty text was left out' },
  'multileader-empty': {
    level: 'warning',
    text: 'a multileader was left out: it has no line, text or block that can be drawn',
  },
  'dimension-without-block': {
    level: 'warning',
    text: 'a dimension ({kind}) was left out: the block with its lines and texts is missing',
  },
  'dimension-from-points': {
    level: 'note',
    text: 'the block of a dimension is missing; its lines and texts were drawn from its points and its style',
  },
  'dimension-constraint': {
    level: 'note',
    text: 'a dimension is a constraint of a parametric drawing, which is never plotted',
  },
  'table-without-block': { level: 'warning', text: 'a table was left out: the block with its contents is missing' },
  'block-undefined': { level: 'warning', text: 'the block "{name}" is not defined; the reference became a point' },
  'frozen-reference': {
    level: 'note',
    text: 'the layer of a block reference is frozen, but parts of the block are on visible layers and were drawn',
  },
} as const satisfies IssueRows;

/** What the writers of DXF and DWG report. */
export const dxfWritingIssues = {
  'point-properties-left-out': {
    level: 'note',
    text: 'name, code or attributes left out of {count point|points}, as requested by points=point',
  },
  'area-as-outline': {
    level: 'note',
    text: '{count area was written as a closed polyline|areas were written as closed polylines}',
  },
  'layer-renamed': { level: 'note', text: '{count layer|layers} renamed: DXF does not allow the name' },
  'attribute-tag-changed': {
    level: 'note',
    text: '{count attribute|attributes} of points renamed: names of attributes have no blanks in DXF',
  },
  'layer-description-cut': {
    level: 'warning',
    text: '{count layer description|layer descriptions} cut: longer than DXF allows',
  },
  'line-type-renamed': { level: 'note', text: '{count line type|line types} renamed: DXF does not allow the name' },
  'hatch-levelled': {
    level: 'warning',
    text: '{count sloping area was|sloping areas were} written at the elevation of the first vertex: a hatch is level',
    advice: 'areas=outline keeps all elevations',
  },
} as const satisfies IssueRows;
