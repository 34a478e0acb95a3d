import type { Entity } from '../entity.ts';
import { handle, integer, type PointField, point, real, text } from '../fields.ts';

/** Fields of the MULTILEADER itself. They follow the context data, which uses the same codes for other things. */
export const MULTILEADER = {
  /** 0: no line, 1: straight, 2: curved. */
  lineKind: integer(170, 1),
  hasKnee: integer(291, 1),
  /** Block records of the arrow head and of the content, if that is a block. */
  arrow: handle(342),
  block: handle(344),
  attributeValues: text(302),
};

/**
 * The context data of a MULTILEADER: its visible content. `leader` and `line` begin with `LEADER{` and `LEADER_LINE{`;
 * the text of the content has the same code as `line`. In a leader, `vertices` is the end at the text (the landing),
 * from which a knee of some direction and length continues; in a line they are its vertices, from the arrow on.
 */
export const LEADER_CONTEXT = {
  leader: text(302),
  line: text(304),
  lineEnd: text(305),
  end: text(301),
  vertices: point(10),
  kneeDirection: point(11),
  kneeLength: real(40),
  textPlace: point(12),
  textDirection: point(13),
  textHeight: real(41, 1),
  /** Four bytes, see `rawColour`. */
  textColour: integer(90),
  /** 1: left, 2: centre, 3: right. */
  textAttachment: integer(171, 1),
  arrowSize: real(140, 0),
  hasBlock: integer(296),
  blockPlace: point(15),
  blockScale: point(16),
  /** In radians. */
  blockTurn: real(46, 0),
};

/** The first point of a field from a position on; empty if it is missing. */
export function pointAfter(entity: Entity, field: PointField, from: number): number[] {
  const at = entity.find(field.x, from);
  return at >= entity.to ? [] : entity.triples(field, at, Math.min(entity.to, at + 3)).slice(0, 3);
}
