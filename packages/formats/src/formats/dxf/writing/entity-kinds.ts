import { POINT_BLOCK } from '../../../kit/cad/point-block.ts';

/** What all entities of a kind have in common. */
export interface EntityKind {
  /** Index in ENTITY_KINDS. */
  readonly index: number;
  readonly type: string;
  /** Subclass markers that precede its first own group. */
  readonly subclasses: readonly string[];
  /** Whether it belongs to another entity or to a block, and states the handle of that. */
  readonly inside: boolean;
  /** The groups that it begins with: code, text, code, text, … */
  readonly first: readonly (string | number)[];
}

/** All kinds of entities that are written. */
export const ENTITY_KINDS: EntityKind[] = [];

function kind(type: string, subclasses: readonly string[], first: readonly (string | number)[] = []): EntityKind {
  const made = { index: ENTITY_KINDS.length, type, subclasses, inside: false, first };
  ENTITY_KINDS.push(made);
  return made;
}

function inside(type: string, ...subclasses: readonly string[]): EntityKind {
  const made = { index: ENTITY_KINDS.length, type, subclasses, inside: true, first: [] };
  ENTITY_KINDS.push(made);
  return made;
}

export const POINT = kind('POINT', ['AcDbPoint']);
export const LINE = kind('LINE', ['AcDbLine']);
export const CIRCLE = kind('CIRCLE', ['AcDbCircle']);
export const ARC = kind('ARC', ['AcDbCircle']);
export const LWPOLYLINE = kind('LWPOLYLINE', ['AcDbPolyline']);
/** The polyline of R12; its vertices follow (66). */
export const POLYLINE = kind('POLYLINE', [], [66, '1']);
export const POLYLINE_3D = kind('POLYLINE', ['AcDb3dPolyline'], [66, '1', 10, '0.0', 20, '0.0', 30, '0.0']);
export const VERTEX = inside('VERTEX');
export const VERTEX_3D = inside('VERTEX', 'AcDbVertex', 'AcDb3dPolylineVertex');
export const SEQEND = inside('SEQEND');
export const HATCH = kind('HATCH', ['AcDbHatch']);
export const FACE = kind('3DFACE', ['AcDbFace']);
export const TEXT = kind('TEXT', ['AcDbText']);
export const MTEXT = kind('MTEXT', ['AcDbMText']);
/** A reference of the block that represents points; its attributes follow (66). */
export const POINT_REFERENCE = kind('INSERT', ['AcDbBlockReference'], [66, '1', 2, POINT_BLOCK]);
export const ATTRIBUTE = inside('ATTRIB', 'AcDbText');
export const BLOCK = inside('BLOCK', 'AcDbBlockBegin');
export const BLOCK_END = inside('ENDBLK', 'AcDbBlockEnd');
export const POINT_OF_BLOCK = inside('POINT', 'AcDbPoint');
export const ATTRIBUTE_DEFINITION = inside('ATTDEF', 'AcDbText');
