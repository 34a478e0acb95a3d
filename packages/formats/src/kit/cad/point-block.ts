import type { Feature } from '@fieldbridge/fieldjob';

/** Block that represents written points: its references are read back as points only. */
export const POINT_BLOCK = 'FIELDBRIDGE_POINT';
/** Whether a block is the one that represents written points. */
export function isPointBlock(name: string): boolean {
  return name.length === POINT_BLOCK.length && name.toUpperCase() === POINT_BLOCK;
}

/** Tags of its attributes that are properties of the point rather than attributes. */
export const TAG = {
  name: 'NAME',
  code: 'CODE',
  description: 'DESCRIPTION',
  elevation: 'ELEVATION',
  time: 'TIME',
  quality: 'QUALITY',
  list: 'LIST',
} as const;
/** One bit per tag. */
const OWN_TAGS: ReadonlyMap<string, number> = new Map(Object.values(TAG).map((tag, i) => [tag, 1 << i]));

/** Tags that surveying programs use for the number of a point and for its code. */
const NAME_TAG =
  /^(NAME|NR|NO|NUMMER|NUMBER|PNR|PTNO|PUNKT|PUNKTNR|PUNKTNUMMER|PUNKTNAME|POINT|POINT_?(NO|NR|NUMBER|NAME|ID)|PT_?(NO|NR|NAME|NUM|NUMBER|ID))$/i;
const CODE_TAG = /^(CODE|KODE|CODIERUNG|PUNKTCODE|FEATURE_?CODE|POINT_?CODE|PT_?CODE)$/i;
const DESCRIPTION_TAG = /^(DESC|DESCRIPTION|BESCHREIBUNG|BEMERKUNG|REMARK|RAW_?DESC(RIPTION)?)$/i;

/** The property of a point that a tag stands for: name, code, description, or none of these. */
type Role = 'name' | 'code' | 'description' | 'other';
/** Cache of roles: a drawing has few tags and many points. */
const roles = new Map<string, Role>();
/** A file with more tags is hostile; further ones are not cached. */
const MOST_ROLES = 1000;
/** No tag with a role is longer. */
const LONGEST_TAG = 16;

function roleOf(tag: string): Role {
  if (tag.length > LONGEST_TAG) return 'other';
  let role = roles.get(tag);
  if (role === undefined) {
    role = NAME_TAG.test(tag)
      ? 'name'
      : CODE_TAG.test(tag)
        ? 'code'
        : DESCRIPTION_TAG.test(tag)
          ? 'description'
          : 'other';
    if (roles.size < MOST_ROLES) roles.set(tag, role);
  }
  return role;
}

/** Whether an attribute has the name of one of the point's own properties. */
export function isOwnTag(tag: string): boolean {
  return OWN_TAGS.has(tag);
}

/**
 * Fills a feature from the attributes of a block reference: name, code and description by their usual tags; all pairs
 * stay attributes. In Fieldbridge's own point block the first attribute with a property's tag is that property, and
 * everything else is an attribute.
 * @param pairs tag, value, tag, value, …
 * @returns whether the point has an elevation (only the own point block can state that it has none)
 */
export function fillFromAttributes(feature: Feature, block: string, pairs: readonly string[]): boolean {
  if (isPointBlock(block)) return fillFromOwn(feature, pairs);
  feature.attributes = pairs;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const role = roleOf(pairs[i]!);
    if (role !== 'other' && feature[role] === '') feature[role] = pairs[i + 1]!;
  }
  return true;
}

function fillFromOwn(feature: Feature, pairs: readonly string[]): boolean {
  const rest: string[] = [];
  feature.attributes = rest;
  let hasElevation = true;
  let seen = 0;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const tag = pairs[i]!;
    const value = pairs[i + 1]!;
    const bit = OWN_TAGS.get(tag) ?? 0;
    if (bit === 0 || (seen & bit) !== 0) {
      rest.push(tag, value);
      continue;
    }
    seen |= bit;
    if (tag === TAG.name) feature.name = value;
    else if (tag === TAG.code) feature.code = value;
    else if (tag === TAG.description) feature.description = value;
    else if (tag === TAG.elevation) hasElevation = value !== '';
    else if (tag === TAG.time) feature.time = value === '' ? Number.NaN : Date.parse(value);
    else if (tag === TAG.quality) feature.quality = value === '' ? Number.NaN : Number(value);
    else feature.list = value;
  }
  return hasElevation;
}
