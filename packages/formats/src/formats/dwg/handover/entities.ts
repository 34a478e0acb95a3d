import type { Entity } from '@node-projects/acad-ts';
import { statesElevation } from '../elevations.ts';
import { library } from '../library/library.ts';
import { writeCommon } from './common.ts';
import {
  writeArc,
  writeCircle,
  writeEllipse,
  writeLine,
  writeMLine,
  writePoint,
  writeRay,
  writeSpline,
  writeXLine,
} from './curves.ts';
import { writeFace, writeMesh, writeModel, writeSolid } from './faces.ts';
import { writeImage, writeOleFrame, writeShape, writeUnderlay } from './frames.ts';
import type { Groups } from './groups.ts';
import { writeHatch } from './hatch.ts';
import { writeLeader, writeMultiLeader } from './leaders.ts';
import {
  writeFaceRecord,
  writeLwPolyline,
  writePolygonMesh,
  writePolyline,
  writePolyline2D,
  writeVertex,
} from './polylines.ts';
import { writePicture, writeProxy } from './proxies.ts';
import { writeDimension, writeInsert, writeTable } from './references.ts';
import { writeAttribute, writeMText, writeText, writeTolerance } from './texts.ts';

const {
  Arc,
  AttributeBase,
  Circle,
  Dimension,
  Ellipse,
  Face3D,
  Hatch,
  Insert,
  Leader,
  Line,
  LwPolyline,
  Mesh,
  ModelerGeometry,
  MLine,
  MText,
  MultiLeader,
  Ole2Frame,
  Point,
  PolyfaceMesh,
  PolygonMesh,
  Polyline,
  Polyline2D,
  ProxyEntity,
  RasterImage,
  Ray,
  Shape,
  Solid,
  Spline,
  TableEntity,
  TextEntity,
  Tolerance,
  UnknownEntity,
  UnderlayEntity,
  Vertex,
  VertexFaceRecord,
  Wall,
  Wipeout,
  XLine,
} = library;

type Write = (entity: Entity, out: Groups) => void;
/** A class of entities; some have no public constructor. */
interface EntityClass<E extends Entity> {
  readonly prototype: E;
  [Symbol.hasInstance](value: unknown): boolean;
}

interface Kind {
  readonly type: EntityClass<Entity>;
  readonly write: Write;
}

const kind = <E extends Entity>(type: EntityClass<E>, write: (entity: E, out: Groups) => void): Kind => ({
  type,
  write: write as Write,
});

/**
 * The writer of each class of the library, a derived class before its base class. Only the common groups of other
 * classes are written.
 */
const KINDS: readonly Kind[] = [
  kind(Line, writeLine),
  kind(Point, writePoint),
  kind(Arc, writeArc),
  kind(Circle, writeCircle),
  kind(Ellipse, writeEllipse),
  kind(Spline, writeSpline),
  kind(MLine, writeMLine),
  kind(Ray, writeRay),
  kind(XLine, writeXLine),
  kind(LwPolyline, writeLwPolyline),
  kind(Polyline2D, writePolyline2D),
  kind(PolygonMesh, writePolygonMesh),
  kind(Polyline, writePolyline),
  kind(VertexFaceRecord, writeFaceRecord),
  kind(Vertex, writeVertex),
  kind(Face3D, writeFace),
  kind(Solid, writeSolid),
  kind(Mesh, writeMesh),
  kind(ModelerGeometry, writeModel),
  kind(Hatch, writeHatch),
  kind(AttributeBase, writeAttribute),
  kind(TextEntity, writeText),
  kind(MText, writeMText),
  kind(Tolerance, writeTolerance),
  kind(Dimension, writeDimension),
  kind(TableEntity, writeTable),
  kind(Insert, writeInsert),
  kind(Leader, writeLeader),
  kind(MultiLeader, writeMultiLeader),
  kind(RasterImage, writeImage),
  kind(Wipeout, writeImage),
  kind(UnderlayEntity, writeUnderlay),
  kind(Ole2Frame, writeOleFrame),
  kind(Shape, writeShape),
  kind(ProxyEntity, writeProxy),
  kind(UnknownEntity, writePicture),
  kind(Wall, writePicture),
];

/** A cache of the writers by class. */
const known = new Map<unknown, Write | undefined>();

/** Writes the groups of one entity, without its parts. */
export function writeEntity(entity: Entity, out: Groups): void {
  writeCommon(entity, out);
  const own = entity.constructor;
  let write = known.get(own);
  if (write === undefined && !known.has(own)) {
    write = KINDS.find(({ type }) => entity instanceof type)?.write;
    known.set(own, write);
  }
  out.hasElevations = statesElevation(entity) !== false;
  write?.(entity, out);
  out.hasElevations = true;
}

const NONE: readonly Iterable<Entity>[] = [];

/** The entities that are parts of an entity and follow it: vertices, faces, attributes. */
export function partsOf(entity: Entity): readonly Iterable<Entity>[] {
  if (entity instanceof PolyfaceMesh) return [entity.vertices, entity.faces];
  if (entity instanceof Polyline) return [entity.vertices];
  return entity instanceof Insert ? [entity.attributes] : NONE;
}
