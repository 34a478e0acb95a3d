import { type Crs, LOCAL_CRS, parseCrs, parseUnit } from '@fieldbridge/fieldjob';
import { type CrsMap, crsMap, WGS84 } from '../crs/crs-map.ts';
import type { ReadContext, Reader } from '../format.ts';
import { type ByteSource, readBytes } from '../io/byte-source.ts';
import { FeatureReader } from './feature-reader.ts';
import { JsonCutter } from './json-cutter.ts';
import { isRecord, type StatedSystem, systemOf } from './system.ts';

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA, COLON] = [123, 125, 91, 93, 44, 58];
/** Top-level members other than the features; a text with more is no GeoJSON. */
const MOST_MEMBERS = 1000;
const GIVE_WAY = 1 << 20;

/** What is outside the features, and one of them. */
interface Overview {
  readonly members: Map<string, unknown>;
  readonly first: unknown;
}

/** Reads GeoJSON in bounded memory: once over the text for what it says of itself, once more for its features. */
export const readGeoJson: Reader = async (source, sink, context) => {
  const overview = await look(source, context);
  const { members } = overview;
  const stated = systemOf(members);
  const { crs, map } = settle(stated, overview, context);
  const name = members.get('name');
  sink.describe({
    crs,
    ...(stated.unit === undefined ? {} : { unit: stated.unit }),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
  });
  const reader = new FeatureReader(sink, context, map);
  if (members.get('type') === 'FeatureCollection') {
    const quiet: ReadContext = { ...context, report: () => {} };
    await walk(source, quiet, (cutter) => {
      const { offset } = cutter;
      const value = parse(cutter.value(), context, offset);
      if (value !== undefined) reader.read(value, offset);
    });
  } else {
    reader.read(Object.fromEntries(members), 0);
  }
  return { version: 'RFC 7946' };
};

/** The first pass: every member but the features, and the first feature. */
async function look(source: ByteSource, context: ReadContext): Promise<Overview> {
  let first: unknown;
  let seen = false;
  const members = await walk(source, context, (cutter) => {
    const { offset } = cutter;
    const text = cutter.value(!seen);
    // What is wrong with it is reported in the second pass.
    if (!seen) first = parse(text, { ...context, report: () => {} }, offset);
    seen = true;
  });
  return { members, first };
}

/** Walks over the top-level object; `feature` is called at each element of `features` and must take it. */
async function walk(
  source: ByteSource,
  context: ReadContext,
  feature: (cutter: JsonCutter) => void,
): Promise<Map<string, unknown>> {
  const head = readBytes(source, 0, Math.min(3, source.size));
  const cutter = new JsonCutter(source, context.limits, head[0] === 0xef && head[1] === 0xbb ? 3 : 0);
  const members = new Map<string, unknown>();
  let shown = 0;
  cutter.expect(OPEN_OBJECT);
  while (!cutter.take(CLOSE_OBJECT)) {
    const key = parse(cutter.value(), context, cutter.offset);
    if (typeof key !== 'string' || members.size >= MOST_MEMBERS)
      throw cutter.malformed('a member has no name, or there are too many');
    cutter.expect(COLON);
    if (key === 'features' && cutter.take(OPEN_ARRAY)) {
      while (!cutter.take(CLOSE_ARRAY)) {
        feature(cutter);
        if (!cutter.take(COMMA) && cutter.peek() !== CLOSE_ARRAY)
          throw cutter.malformed('a comma between features is missing');
        if (cutter.offset - shown < GIVE_WAY) continue;
        shown = cutter.offset;
        context.progress(shown, source.size, 'reading');
        await new Promise((resolve) => setImmediate(resolve));
        context.signal.throwIfAborted();
      }
    } else members.set(key, parse(cutter.value(), context, cutter.offset));
    if (!cutter.take(COMMA) && cutter.peek() !== CLOSE_OBJECT)
      throw cutter.malformed('a comma between members is missing');
  }
  return members;
}

/** A value cut out; undefined, and an issue, when it is not JSON. */
function parse(text: string, context: ReadContext, offset: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.report({
      code: 'json-value-malformed',
      severity: 'warning',
      text: `"${text.slice(0, 60)}" is no JSON value; it was skipped`,
      offset,
    });
    return undefined;
  }
}

/** In which system the features come out, and how they get there. */
function settle(
  stated: StatedSystem,
  { members, first }: Overview,
  context: ReadContext,
): { crs: Crs; map: CrsMap | undefined } {
  const asked = context.options['crs'] === undefined ? undefined : parseCrs(String(context.options['crs']));
  if (stated.crs !== WGS84) return { crs: stated.crs, map: undefined };
  const position = firstPosition(members.get('type') === 'FeatureCollection' ? first : Object.fromEntries(members));
  if (position !== undefined && (Math.abs(position[0]) > 360 || Math.abs(position[1]) > 90)) {
    context.report({
      code: 'geojson-not-wgs84',
      severity: 'warning',
      text: `the coordinates (${position.join(', ')}) are no degrees, though the file states no other system: they were taken as ${asked === undefined ? 'a local grid; state crs' : 'the system asked for'}`,
    });
    return { crs: asked ?? LOCAL_CRS, map: undefined };
  }
  if (asked === undefined || asked.kind === 'local') return { crs: WGS84, map: undefined };
  const unit = parseUnit(String(context.options['unit'] ?? 'm')) ?? 'metre';
  return { crs: asked, map: crsMap(WGS84, asked, unit) };
}

/** The first two numbers of the first geometry. */
function firstPosition(value: unknown): [number, number] | undefined {
  const geometry = isRecord(value) && value['type'] === 'Feature' ? value['geometry'] : value;
  let at: unknown = isRecord(geometry) ? geometry['coordinates'] : undefined;
  // Positions lie four arrays deep at most (MultiPolygon).
  for (let depth = 0; depth < 4 && Array.isArray(at) && Array.isArray(at[0]); depth++) at = at[0];
  return Array.isArray(at) && typeof at[0] === 'number' && typeof at[1] === 'number' ? [at[0], at[1]] : undefined;
}
