import { BY_LAYER, type Feature, type FieldJob } from '@fieldbridge/fieldjob';

/** Names that the shared properties of a feature have; an attribute of that name is written as `attribute:NAME`. */
export const PROPERTY_NAMES = [
  'kind',
  'name',
  'code',
  'description',
  'layer',
  'list',
  'colour',
  'lineType',
  'lineWeight',
  'time',
  'quality',
  'block',
  'page',
  'text',
  'height',
  'rotation',
] as const;
const TAKEN: ReadonlySet<string> = new Set(PROPERTY_NAMES);

/** The properties of a feature as JSON text; what holds the default is left out. @param extra members as text, beginning with a comma, or '' */
export function propertiesText(kind: string, feature: Feature, job: FieldJob, extra: string): string {
  let text = `{"kind":"${kind}"`;
  const add = (name: string, value: string): void => {
    if (value !== '') text += `,"${name}":${JSON.stringify(value)}`;
  };
  add('name', feature.name);
  add('code', feature.code);
  add('description', feature.description);
  add('layer', job.layers.name(feature.layer));
  add('list', feature.list);
  if (feature.colour !== BY_LAYER) add('colour', `#${feature.colour.toString(16).padStart(6, '0')}`);
  add('lineType', feature.lineType);
  if (feature.lineWeight !== BY_LAYER) text += `,"lineWeight":${feature.lineWeight}`;
  if (Number.isFinite(feature.time)) add('time', new Date(feature.time).toISOString());
  if (Number.isFinite(feature.quality)) text += `,"quality":${feature.quality}`;
  add('block', feature.block);
  if (feature.page !== 0) text += `,"page":${feature.page}`;
  const pairs = feature.attributes;
  const seen = new Set<string>();
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    // The same name twice would hide the first value from most readers.
    if (seen.has(pairs[i]!)) continue;
    seen.add(pairs[i]!);
    const name = TAKEN.has(pairs[i]!) || pairs[i]!.startsWith('attribute:') ? `attribute:${pairs[i]}` : pairs[i]!;
    text += `,${JSON.stringify(name)}:${JSON.stringify(pairs[i + 1])}`;
  }
  return `${text}${extra}}`;
}
