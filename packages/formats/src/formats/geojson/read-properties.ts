import type { Feature } from '@fieldbridge/fieldjob';
import { parseTime } from '../points/times.ts';
import { PROPERTY_NAMES } from './properties.ts';

/** Most properties of a feature that are kept; survey data has fewer. */
const MOST_PROPERTIES = 1000;
const OWN: ReadonlySet<string> = new Set(PROPERTY_NAMES);
/** Values of `kind` from our own writer. */
const KINDS: ReadonlySet<unknown> = new Set(['point', 'line', 'area', 'text', 'controlPoint']);
/** Properties that contain the name of a feature in files of other programs. */
const NAMES: ReadonlySet<string> = new Set(['Name', 'NAME', 'id', 'ID', 'title']);

/** Whether a feature is from our own writer. */
export function isOurFeature(properties: Record<string, unknown>): boolean {
  return KINDS.has(properties['kind']);
}

/** Fills a feature from the properties of a GeoJSON feature; returns the name of its layer, or ''. */
export function readProperties(properties: Record<string, unknown>, feature: Feature): string {
  let layer = '';
  const kind = properties['kind'];
  const isOurs = isOurFeature(properties);
  const attributes: string[] = [];
  for (const [name, value] of Object.entries(properties).slice(0, MOST_PROPERTIES)) {
    if (value === null || value === undefined) continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (name === 'layer') layer = text;
    else if (OWN.has(name)) own(name, value, text, feature, attributes, name === 'kind' ? isOurs : kind === 'text');
    else if (!isOurs && NAMES.has(name) && feature.name === '' && !('name' in properties)) feature.name = text;
    else attributes.push(name.startsWith('attribute:') ? name.slice('attribute:'.length) : name, text);
  }
  if (attributes.length > 0) feature.attributes = attributes;
  return layer;
}

function own(
  name: string,
  value: unknown,
  text: string,
  feature: Feature,
  attributes: string[],
  isOurs: boolean,
): void {
  switch (name) {
    case 'name':
    case 'code':
    case 'description':
    case 'list':
    case 'lineType':
    case 'block':
      feature[name] = text;
      return;
    case 'colour':
      if (/^#[0-9a-f]{6}$/i.test(text)) feature.colour = Number.parseInt(text.slice(1), 16);
      else attributes.push(name, text);
      return;
    case 'lineWeight':
    case 'page':
      if (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31) feature[name] = Number(value);
      else attributes.push(name, text);
      return;
    case 'quality':
      if (typeof value === 'number') feature.quality = value;
      else attributes.push(name, text);
      return;
    case 'time':
      // Date.parse would take 12 for a December and 5/6 for the sixth of May.
      feature.time = parseTime(text);
      if (Number.isNaN(feature.time)) attributes.push(name, text);
      return;
    default:
      // kind, text, height and rotation have a meaning in our own files; in others they are attributes.
      if (!isOurs) attributes.push(name, text);
  }
}
