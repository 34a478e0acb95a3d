import type { Feature } from '@fieldbridge/fieldjob';
import { isOwnTag, TAG } from '../../../kit/cad/point-block.ts';
import { isoTime } from '../../../kit/text/iso-time.ts';
import type { DrawingWriter } from './drawing-writer.ts';
import { ATTRIBUTE, ATTRIBUTE_DEFINITION, POINT, POINT_OF_BLOCK, POINT_REFERENCE, SEQEND } from './entity-kinds.ts';
import { escapeText } from './texts.ts';

/** Writes a plain POINT. */
export function writePoint(
  writer: DrawingWriter,
  layer: number,
  feature: Feature,
  e: number,
  n: number,
  z: number,
): void {
  writer.open(POINT, layer, feature);
  writer.out.position3(10, e, n, z);
}

/**
 * Writes a reference of the point block with name, code and everything else as attributes; only the name is visible.
 * @param height of the name, in the job's unit
 */
export function writePointBlock(
  writer: DrawingWriter,
  layer: number,
  feature: Feature,
  e: number,
  n: number,
  z: number,
  height: number,
): void {
  const { out } = writer;
  const owner = writer.open(POINT_REFERENCE, layer, feature);
  out.position3(10, e, n, Number.isNaN(z) ? 0 : z);
  const attribute = (tag: string, value: string): void => {
    writer.open(ATTRIBUTE, layer, undefined, owner);
    out.position3(10, e + height / 2, n + height / 2, Number.isNaN(z) ? 0 : z);
    out.number(40, height);
    out.text(1, escapeText(value));
    writer.subclass('AcDbAttribute');
    out.text(2, tag);
    out.integer(70, tag === TAG.name ? 0 : 1);
  };
  // An attribute named like a property must not be taken for it, so the property precedes it, even if empty.
  const doubled = doubledTags(feature.attributes);
  const property = (tag: string, value: string, isStated = value !== ''): void => {
    if (isStated || doubled?.has(tag) === true) attribute(tag, value);
  };
  attribute(TAG.name, feature.name);
  property(TAG.code, feature.code);
  property(TAG.description, feature.description);
  // The reference always has an elevation, so it must be stated if the point has none.
  property(TAG.elevation, Number.isNaN(z) ? '' : String(z), Number.isNaN(z));
  property(TAG.time, isoTime(feature.time));
  property(TAG.quality, Number.isNaN(feature.quality) ? '' : String(feature.quality));
  property(TAG.list, feature.list);
  for (let i = 0; i + 1 < feature.attributes.length; i += 2)
    attribute(tagOf(feature.attributes[i]!), feature.attributes[i + 1]!);
  writer.open(SEQEND, layer, undefined, owner);
}

/**
 * Tags among a point's own attributes that are those of its properties; undefined for none, which is the usual case.
 */
function doubledTags(attributes: readonly string[]): Set<string> | undefined {
  let doubled: Set<string> | undefined;
  for (let i = 0; i + 1 < attributes.length; i += 2) {
    const tag = attributes[i]!.trim();
    if (isOwnTag(tag)) (doubled ??= new Set()).add(tag);
  }
  return doubled;
}

/** Tags of attribute names, cached for short names: a job has few names of attributes and thousands of each. */
const tags = new Map<string, string>();
const MOST_TAGS = 1000;
const LONGEST_KEPT = 64;

/** The tag of an attribute's name, without blanks. */
export function tagOf(name: string): string {
  let tag = tags.get(name);
  if (tag === undefined) {
    tag = name.trim().replace(/\s+/g, '_') || '_';
    if (tags.size < MOST_TAGS && name.length <= LONGEST_KEPT) tags.set(name, tag);
  }
  return tag;
}

/** The definition of the point block: a POINT and definitions of the attributes that every reference may have. */
export function writePointDefinition(writer: DrawingWriter, layer: number, owner: number, height: number): void {
  const { out } = writer;
  writer.open(POINT_OF_BLOCK, layer, undefined, owner);
  out.position3(10, 0, 0, 0);
  for (const [tag, prompt] of [
    [TAG.name, 'Name'],
    [TAG.code, 'Code'],
    [TAG.description, 'Description'],
    [TAG.elevation, 'Elevation'],
  ] as const) {
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

/** Whether a plain POINT would lose something of the feature. */
export function needsBlock(feature: Feature): boolean {
  return (
    feature.name !== '' ||
    feature.code !== '' ||
    feature.description !== '' ||
    feature.attributes.length > 0 ||
    feature.list !== '' ||
    !Number.isNaN(feature.time) ||
    !Number.isNaN(feature.quality)
  );
}
