import type { Feature } from '@fieldbridge/fieldjob';
import { TAG } from '../../../kit/cad/point-block.ts';
import type { DrawingWriter } from './drawing-writer.ts';
import { ATTRIBUTE, ATTRIBUTE_DEFINITION, POINT_OF_BLOCK, POINT_REFERENCE, SEQEND } from './entity-kinds.ts';
import { escapeText } from './texts.ts';

/** The attributes that every reference of the point block may have: tag and prompt. */
export const DEFINED = [
  [TAG.name, 'Name'],
  [TAG.code, 'Code'],
  [TAG.description, 'Description'],
  [TAG.elevation, 'Elevation'],
] as const;

/**
 * Writes a reference of the point block with attributes (tag, value, …) beside it; only the name is visible.
 * @param height of the name, in the job's unit
 */
export function writePointReference(
  writer: DrawingWriter,
  layer: number,
  feature: Feature,
  [e, n, z]: readonly [number, number, number],
  attributes: readonly string[],
  height: number,
): void {
  const { out } = writer;
  const owner = writer.open(POINT_REFERENCE, layer, feature);
  out.position3(10, e, n, z);
  for (let i = 0; i + 1 < attributes.length; i += 2) {
    const tag = attributes[i]!;
    writer.open(ATTRIBUTE, layer, undefined, owner);
    out.position3(10, e + height / 2, n + height / 2, z);
    out.number(40, height);
    out.text(1, escapeText(attributes[i + 1]!));
    writer.subclass('AcDbAttribute');
    out.text(2, tag);
    out.integer(70, tag === TAG.name ? 0 : 1);
  }
  writer.open(SEQEND, layer, undefined, owner);
}

/** The definition of the point block: a POINT and definitions of the attributes that every reference may have. */
export function writePointDefinition(writer: DrawingWriter, layer: number, owner: number, height: number): void {
  const { out } = writer;
  writer.open(POINT_OF_BLOCK, layer, undefined, owner);
  out.position3(10, 0, 0, 0);
  for (const [tag, prompt] of DEFINED) {
    writer.open(ATTRIBUTE_DEFINITION, layer, undefined, owner);
    out.position3(10, height / 2, height / 2, 0);
    out.number(40, height);
    out.text(1, '');
    writer.subclass('AcDbAttributeDefinition');
    out.text(3, prompt);
    out.text(2, tag);
    out.integer(70, tag === TAG.name ? 0 : 1);
  }
}
