import type { ReadEntity } from '../object/entity-reading.ts';
import { readArc, readCircle, readEllipse, readSpline } from './curves.ts';
import { readDimension, readDimensionByBlock } from './dimensions.ts';
import { readFace, readMesh, readSolid } from './faces.ts';
import { readImage, readOleFrame, readShape, readUnderlay } from './frames.ts';
import { readHatch } from './hatch.ts';
import { readLeader, readMultileader } from './leaders.ts';
import { readLine, readPoint, readRay } from './linear.ts';
import { readMline } from './mline.ts';
import {
  readFaceRecord,
  readLwPolyline,
  readPolyfaceMesh,
  readPolygonMesh,
  readPolyline2D,
  readPolyline3D,
  readVertex,
  readVertex2D,
} from './polylines.ts';
import { readPicture, readProxy } from './proxies.ts';
import { readArray, readInsert, readTable } from './references.ts';
import { readSolid3D } from './solids.ts';
import { readAttribute, readStyledMtext, readText, readTolerance } from './texts.ts';

/** A kind of entity: its name in DXF, and how its own fields are read. */
export interface Kind {
  readonly name: string;
  readonly read: ReadEntity;
  /** Whether it is a part of another entity or bounds a block, so that it is no entity of a space. */
  readonly isPart: boolean;
}

const kind = (name: string, read: ReadEntity): Kind => ({ name, read, isPart: false });
const part = (name: string, read: ReadEntity): Kind => ({ name, read, isPart: true });
const nothing = (): void => {};
const vertex = part('VERTEX', readVertex);

/** Kinds with numbers of their own (Open Design Specification, 20.3). */
const FIXED: Readonly<Record<number, Kind>> = {
  1: kind('TEXT', readText),
  2: part('ATTRIB', readAttribute),
  3: kind('ATTDEF', readAttribute),
  4: part('BLOCK', nothing),
  5: part('ENDBLK', nothing),
  6: part('SEQEND', nothing),
  7: kind('INSERT', readInsert),
  8: kind('INSERT', readArray),
  10: part('VERTEX', readVertex2D),
  11: vertex,
  12: vertex,
  13: vertex,
  14: part('VERTEX', readFaceRecord),
  15: kind('POLYLINE', readPolyline2D),
  16: kind('POLYLINE', readPolyline3D),
  17: kind('ARC', readArc),
  18: kind('CIRCLE', readCircle),
  19: kind('LINE', readLine),
  20: kind('DIMENSION', readDimension(20)),
  21: kind('DIMENSION', readDimension(21)),
  22: kind('DIMENSION', readDimension(22)),
  23: kind('DIMENSION', readDimension(23)),
  24: kind('DIMENSION', readDimension(24)),
  25: kind('DIMENSION', readDimension(25)),
  26: kind('DIMENSION', readDimension(26)),
  27: kind('POINT', readPoint),
  28: kind('3DFACE', readFace),
  29: kind('POLYLINE', readPolyfaceMesh),
  30: kind('POLYLINE', readPolygonMesh),
  31: kind('SOLID', readSolid),
  32: kind('TRACE', readSolid),
  33: kind('SHAPE', readShape),
  34: kind('VIEWPORT', nothing),
  35: kind('ELLIPSE', readEllipse),
  36: kind('SPLINE', readSpline),
  37: kind('REGION', readSolid3D),
  38: kind('3DSOLID', readSolid3D),
  39: kind('BODY', readSolid3D),
  40: kind('RAY', readRay),
  41: kind('XLINE', readRay),
  43: kind('OLEFRAME', nothing),
  44: kind('MTEXT', readStyledMtext),
  45: kind('LEADER', readLeader),
  46: kind('TOLERANCE', readTolerance),
  47: kind('MLINE', readMline),
  74: kind('OLE2FRAME', readOleFrame),
  77: kind('LWPOLYLINE', readLwPolyline),
  78: kind('HATCH', readHatch),
  498: kind('ACAD_PROXY_ENTITY', readProxy),
};

/** How entities are read that a drawing declares, by their names; others are drawn by their pictures. */
const DECLARED: Readonly<Record<string, ReadEntity>> = {
  ACAD_TABLE: readTable,
  ARC_DIMENSION: readDimensionByBlock,
  LARGE_RADIAL_DIMENSION: readDimensionByBlock,
  HATCH: readHatch,
  HELIX: readSpline,
  IMAGE: readImage,
  WIPEOUT: readImage,
  LWPOLYLINE: readLwPolyline,
  MESH: readMesh,
  MULTILEADER: readMultileader,
  PDFUNDERLAY: readUnderlay,
  DWFUNDERLAY: readUnderlay,
  DGNUNDERLAY: readUnderlay,
  SURFACE: readSolid3D,
  EXTRUDEDSURFACE: readSolid3D,
  REVOLVEDSURFACE: readSolid3D,
  SWEPTSURFACE: readSolid3D,
  LOFTEDSURFACE: readSolid3D,
  PLANESURFACE: readSolid3D,
  NURBSURFACE: readSolid3D,
  ACAD_PROXY_ENTITY: readProxy,
};
/** Older names of declared kinds. */
const RENAMED: Readonly<Record<string, string>> = { LWPLINE: 'LWPOLYLINE', PDFREFERENCE: 'PDFUNDERLAY' };

/** The names of all kinds with a number of their own. */
export const KIND_NAMES: ReadonlySet<string> = new Set(Object.values(FIXED).map(({ name }) => name));

/** The kind with a number of its own; undefined for objects that are no entities. */
export function fixedKind(type: number): Kind | undefined {
  return FIXED[type];
}

/** The kind of entities of a declared class. */
export function declaredKind(className: string): Kind {
  const name = RENAMED[className] ?? className;
  return kind(name, Object.hasOwn(DECLARED, name) ? DECLARED[name]! : readPicture);
}
