import type { Feature } from '@fieldbridge/fieldjob';
import { isOwnTag, TAG } from '../../../kit/cad/point-block.ts';
import { isoTime } from '../../../kit/text/iso-time.ts';
import type { DrawingOutput } from './drawing-output.ts';

/** The attributes of the point that is written. */
const attributes: string[] = [];

/** Writes a reference of the point block with name, code and everything else as attributes. */
export function writePointBlock(
  output: DrawingOutput,
  layer: number,
  feature: Feature,
  e: number,
  n: number,
  z: number,
): void {
  attributes.length = 0;
  // An attribute named like a property must not be taken for it, so the property precedes it, even if empty.
  const doubled = doubledTags(feature.attributes);
  const property = (tag: string, value: string, isStated = value !== ''): void => {
    if (isStated || doubled?.has(tag) === true) attributes.push(tag, value);
  };
  attributes.push(TAG.name, feature.name);
  property(TAG.code, feature.code);
  property(TAG.description, feature.description);
  // The reference always has an elevation, so it must be stated if the point has none.
  property(TAG.elevation, Number.isNaN(z) ? '' : String(z), Number.isNaN(z));
  property(TAG.time, isoTime(feature.time));
  property(TAG.quality, Number.isNaN(feature.quality) ? '' : String(feature.quality));
  property(TAG.list, feature.list);
  for (let i = 0; i + 1 < feature.attributes.length; i += 2)
    attributes.push(tagOf(feature.attributes[i]!), feature.attributes[i + 1]!);
  output.pointReference(layer, feature, e, n, z, attributes);
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
