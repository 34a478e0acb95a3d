import type { Feature } from '@fieldbridge/fieldjob';

/** Block by which points are written: its references are read back as nothing but points. */
export const POINT_BLOCK = 'FIELDBRIDGE_POINT';
/** Whether a block is the one by which points are written. */
export function isPointBlock(name: string): boolean {
  return name.length === POINT_BLOCK.length && name.toUpperCase() === POINT_BLOCK;
}

/** Tags of its attributes that are properties of the point rather than attributes of its own. */
export const TAG = {
  name: 'NAME',
  code: 'CODE',
  description: 'DESCRIPTION',
  elevation: 'ELEVATION',
  time: 'TIME',
  quality: 'QUALITY',
  list: 'LIST',
} as const;
const OWN_TAGS: ReadonlySet<string> = new Set(Object.values(TAG));

/** Tags that surveying programs use for the number of a point and for its code. */
const NAME_TAG =
  /^(NAME|NR|NO|NUMMER|NUMBER|PNR|PTNO|PUNKT|PUNKTNR|PUNKTNUMMER|PUNKTNAME|POINT|POINT_?(NO|NR|NUMBER|NAME|ID)|PT_?(NO|NR|NAME|NUM|NUMBER|ID))$/i;
const CODE_TAG = /^(CODE|KODE|CODIERUNG|PUNKTCODE|FEATURE_?CODE|POINT_?CODE|PT_?CODE)$/i;
const DESCRIPTION_TAG = /^(DESC|DESCRIPTION|BESCHREIBUNG|BEMERKUNG|REMARK|RAW_?DESC(RIPTION)?)$/i;

/** What an attribute says by its tag: the name of the point, its code, its description, or nothing of that kind. */
type Role = 'name' | 'code' | 'description' | 'other';
/** Roles of tags that were asked for: a drawing has few tags and many points. */
const roles = new Map<string, Role>();
/** More tags than that are hostile; they are looked at anew. */
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

/**
 * Fills a feature from the attributes of a block reference: name, code and description by their usual tags; all
 * pairs stay attributes, but for those of the own point block, which are properties.
 * @param pairs tag, value, tag, value, …
 * @returns whether the point has an elevation (only the own point block can say that it has none)
 */
export function fillFromAttributes(feature: Feature, block: string, pairs: readonly string[]): boolean {
  const own = isPointBlock(block);
  const rest: string[] = [];
  feature.attributes = own ? rest : pairs;
  let hasElevation = true;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const tag = pairs[i]!;
    const value = pairs[i + 1]!;
    const role = roleOf(tag);
    if (role !== 'other' && feature[role] === '') feature[role] = value;
    if (!own) continue;
    if (OWN_TAGS.has(tag)) {
      if (tag === TAG.elevation) hasElevation = value !== '';
      else if (tag === TAG.time) feature.time = value === '' ? Number.NaN : Date.parse(value);
      else if (tag === TAG.quality) feature.quality = value === '' ? Number.NaN : Number(value);
      else if (tag === TAG.list) feature.list = value;
    } else rest.push(tag, value);
  }
  return hasElevation;
}
