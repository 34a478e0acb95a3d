import { issueOf } from '../../../core/issues/issue-of.ts';
import { COMMON } from '../common-fields.ts';
import {
  ATTRIBUTE_RULES,
  ENTITY_RULES,
  NO_RULES,
  onlyFields,
  PICTURE_RULES,
  type Rules,
  withExtendedData,
} from '../recording-rules.ts';
import { acis } from './acis.ts';
import { drawAttdef } from './attributes.ts';
import { drawDimension, drawTable } from './block-view.ts';
import { drawArc, drawCircle, drawEllipse, drawSpline } from './curves.ts';
import { type Draw, END, leader, never, partOf, single } from './draw.ts';
import { drawFace, drawMesh, drawSolid } from './faces.ts';
import { drawImage, drawOleFrame, drawShape, drawUnderlay } from './frames.ts';
import { drawHatch } from './hatch.ts';
import { finishInsert, startInsert, takeAttribute } from './insert.ts';
import { drawInfinite, drawLeader, drawLine, drawPoint } from './linear.ts';
import { drawMline } from './mline.ts';
import { drawMultileader } from './multileader.ts';
import { drawLwPolyline, finishPolyline, startPolyline, takeVertex, VERTEX } from './polyline.ts';
import { drawProxy, refuseProxy } from './proxy.ts';
import { drawMtext, drawText, drawTolerance } from './texts.ts';

const solid = acis(issueOf('solid-not-read'));
const body = acis(issueOf('body-not-read'));
const region = acis(issueOf('region-not-read'));
const surface = acis(issueOf('surface-not-read'));
const ATTRIB = partOf('attribute');
const ATTDEF = single(drawAttdef);
const MULTILEADER = single(drawMultileader);
const LEADER = single(drawLeader);
const DIMENSION = single(drawDimension);
const unseen = never(issueOf('not-part-of-the-plan'));

/** How each type of entity is drawn. Other types are drawn by their proxy graphics, if they have any. */
const ENTITIES: Readonly<Record<string, Draw>> = {
  LINE: single(drawLine),
  '3DLINE': single(drawLine),
  POINT: single(drawPoint),
  CIRCLE: single(drawCircle),
  ARC: single(drawArc),
  ELLIPSE: single(drawEllipse),
  SPLINE: single(drawSpline),
  HELIX: single(drawSpline),
  LWPOLYLINE: single(drawLwPolyline),
  POLYLINE: leader('vertex', startPolyline, takeVertex, finishPolyline),
  VERTEX: partOf('vertex'),
  INSERT: leader('attribute', startInsert, takeAttribute, finishInsert),
  ATTRIB,
  SEQEND: END,
  '3DFACE': single(drawFace),
  SOLID: single(drawSolid),
  TRACE: single(drawSolid),
  MESH: single(drawMesh),
  HATCH: single(drawHatch),
  MPOLYGON: single(drawHatch),
  TEXT: single(drawText),
  MTEXT: single(drawMtext),
  ATTDEF,
  TOLERANCE: single(drawTolerance),
  DIMENSION,
  ARC_DIMENSION: DIMENSION,
  LARGE_RADIAL_DIMENSION: DIMENSION,
  ACAD_TABLE: single(drawTable),
  LEADER,
  MULTILEADER,
  MLEADER: MULTILEADER,
  MLINE: single(drawMline),
  RAY: single((into) => drawInfinite(into, true)),
  XLINE: single((into) => drawInfinite(into, false)),
  VIEWPORT: never(issueOf('viewport-not-drawn')),
  '3DSOLID': solid,
  BODY: body,
  REGION: region,
  SURFACE: surface,
  EXTRUDEDSURFACE: surface,
  REVOLVEDSURFACE: surface,
  SWEPTSURFACE: surface,
  LOFTEDSURFACE: surface,
  PLANESURFACE: surface,
  NURBSURFACE: surface,
  IMAGE: single((into) => drawImage(into, 'image')),
  WIPEOUT: single((into) => drawImage(into, 'wipeout')),
  PDFUNDERLAY: single((into) => drawUnderlay(into, 'pdf')),
  DWFUNDERLAY: single((into) => drawUnderlay(into, 'dwf')),
  DGNUNDERLAY: single((into) => drawUnderlay(into, 'dgn')),
  OLE2FRAME: single(drawOleFrame),
  OLEFRAME: never(issueOf('ole-not-read')),
  SHAPE: single(drawShape),
  LIGHT: unseen,
  SUN: unseen,
  CAMERA: unseen,
  SECTIONOBJECT: unseen,
};

const UNKNOWN = single(drawProxy, refuseProxy);
/** Types drawn by binary chunks: proxy graphics or shapes of solids. */
const HAS_CHUNKS: ReadonlySet<Draw> = new Set([UNKNOWN, MULTILEADER, solid, body, region, surface]);

/** Texts that may have several lines in an embedded object. */
const HAS_LINES: ReadonlySet<Draw> = new Set([ATTRIB, ATTDEF]);

/** Only the fields of vertices; handle and sheet are for those without a POLYLINE. */
const { handle, styleHandle, isOnSheet } = COMMON;
const VERTEX_RULES = onlyFields({ ...VERTEX, handle, styleHandle, isOnSheet });

/** How entities of a type (in upper case) are drawn. */
export function drawOfType(type: string): Draw {
  return Object.hasOwn(ENTITIES, type) ? ENTITIES[type]! : UNKNOWN;
}

/**
 * The groups that are recorded of entities of a type: proxy graphics only where they are used for drawing; of vertices
 * and SEQEND only what is looked at.
 */
export function rulesOf(type: string, hasExtendedData: boolean): Rules {
  const draw = drawOfType(type.toUpperCase());
  if (draw.kind === 'end') return NO_RULES;
  if (draw.kind === 'part' && draw.part === 'vertex') return VERTEX_RULES;
  const rules = HAS_CHUNKS.has(draw) ? PICTURE_RULES : HAS_LINES.has(draw) ? ATTRIBUTE_RULES : ENTITY_RULES;
  // What they have in place of their dimension style is there.
  return hasExtendedData || draw === LEADER || draw === DIMENSION ? withExtendedData(rules) : rules;
}
