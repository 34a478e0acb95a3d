import { type Crs, JobBuilder, LOCAL_CRS, parseCrs, parseUnit, sameCrs } from '@fieldbridge/fieldjob';
import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import type { ReadContext, Reader } from '../../core/format.ts';

import { issueOf } from '../../core/issues/issue-of.ts';
import { WGS84 } from '../../kit/crs/crs-change.ts';
import { hasElevations, WGS84_HEIGHTS } from '../../kit/crs/heights-of-crs.ts';
import { moveJob } from '../../kit/crs/moved-job.ts';
import { lengthUnitOf } from '../../kit/crs/unit-of-crs.ts';
import { GIVE_WAY, giveWay } from '../../kit/io/give-way.ts';

import { exactJson, hasRounded } from './exact-json.ts';
import { FeatureReader, type Heights } from './feature-reader.ts';
import { JsonCutter } from './json-cutter.ts';
import { isRecord, type StatedSystem, systemOf } from './system.ts';
import { parse, untilDamage, walk } from './walk.ts';

const OPEN_OBJECT = 123;

/** The contents besides the features, and the first two numbers of their coordinates. */
interface Overview {
  /** The text is truncated after some of its features; further members are unknown. */
  readonly damaged: boolean;
  readonly members: Map<string, unknown>;
  readonly position: readonly [number, number] | undefined;
}

/**
 * Reads GeoJSON in bounded memory: first the members, then the features. Further texts after the first one (RFC 8142,
 * or one per line) are read in its system.
 */
export const readGeoJson: Reader = async (source, sink, context) => {
  const overview = await look(source, context);
  const { members } = overview;
  const { crs, unit, target } = settle(systemOf(members), overview, context);
  const heights = heightsOf(crs, target, context);
  const name = members.get('name');
  // A change of system needs all features first, because it depends on where they are.
  const collected = target === undefined ? undefined : new JobBuilder();
  const into = collected ?? sink;
  into.describe({
    crs: heights === 'geoid' ? WGS84_HEIGHTS : crs,
    ...(unit === undefined ? {} : { unit }),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
  });
  const reader = new FeatureReader(into, context, heights);
  const cutter = cutterOf(source, context);
  const isCollection = overview.damaged || members.get('type') === 'FeatureCollection';
  const quiet: ReadContext = { ...context, report: () => {} };
  const damaged = await untilDamage(context, async (whole) => {
    await walk(cutter, source.size, new Map(), quiet, () => {
      if (isCollection) readValue(cutter, reader, context);
      else cutter.value(false);
      whole();
    });
    if (!isCollection) reader.read(Object.fromEntries(members), 0);
    whole();
    await readFurther(cutter, source.size, reader, context);
  });
  if (damaged !== undefined) {
    const { offset = 0, parameters } = damaged;
    const found = `${parameters['found']}; everything before that was read`;
    context.report(issueOf('json-malformed', { offset, found }, { offset }));
  }
  reader.finish();
  if (collected !== undefined) {
    const { crs: settings = {}, report } = context;
    const unit = lengthUnitOf(target!) ?? collected.job.unit;
    await moveJob(collected.job, sink, { crs: target!, unit, settings, report, skipped: () => {} });
  }
  if (cutter.mended > 0) context.report(issueOf('mixed-encoding', { encoding: 'UTF-8' }, { count: cutter.mended }));
  return { version: 'RFC 7946' };
};

/** What the heights of a file are; only those of WGS 84 are doubtful. */
function heightsOf(crs: Crs, target: Crs | undefined, { options }: ReadContext): Heights {
  const said = options['heights'];
  if (!sameCrs(crs, WGS84) || said === 'elevation') return 'elevation';
  if (said !== 'ellipsoid') return 'assumed';
  return target !== undefined && hasElevations(target) ? 'geoid' : 'ellipsoid';
}

/** Reads the texts after the first one. Anything else ends the reading. */
async function readFurther(
  cutter: JsonCutter,
  size: number,
  reader: FeatureReader,
  context: ReadContext,
): Promise<void> {
  let shown = cutter.offset;
  for (let next = cutter.peek(); next >= 0; next = cutter.peek()) {
    if (next !== OPEN_OBJECT) {
      const { offset } = cutter;
      const found = 'the rest is not GeoJSON and was not read';
      context.report(issueOf('json-malformed', { offset, found }, { offset }));
      return;
    }
    readValue(cutter, reader, context);
    if (cutter.offset - shown < GIVE_WAY) continue;
    shown = cutter.offset;
    await giveWay(shown, size, context);
  }
}

/** Reads one feature, or a whole text of a sequence. */
function readValue(cutter: JsonCutter, reader: FeatureReader, context: ReadContext): void {
  const { offset } = cutter;
  const text = cutter.value();
  const value = parse(text, context, offset);
  if (value === undefined) return;
  const features = isRecord(value) && value['type'] === 'FeatureCollection' ? value['features'] : undefined;
  if (Array.isArray(features)) for (const feature of features) reader.read(feature, offset);
  else reader.read(isRecord(value) && isRoundedFeature(value) ? exactJson(text) : value, offset);
}

/** Whether a feature has a number that a double cannot hold. */
function isRoundedFeature(feature: Record<string, unknown>): boolean {
  return hasRounded(feature) || (isRecord(feature['properties']) && hasRounded(feature['properties']));
}

/** The first pass: all members except the features, and the position of the first feature that has one. */
async function look(source: ByteSource, context: ReadContext): Promise<Overview> {
  let position: Overview['position'];
  const cutter = cutterOf(source, context);
  // Faults of features are reported in the second pass.
  const quiet: ReadContext = { ...context, report: () => {} };
  const members = new Map<string, unknown>();
  const damaged = await untilDamage(context, (whole) =>
    walk(cutter, source.size, members, context, () => {
      const { offset } = cutter;
      const text = cutter.value(position === undefined);
      position ??= firstPosition(parse(text, quiet, offset));
      whole();
    }),
  );
  return {
    damaged: damaged !== undefined,
    members,
    position: position ?? firstPosition(Object.fromEntries(members)),
  };
}

function cutterOf(source: ByteSource, { limits }: ReadContext): JsonCutter {
  const head = readBytes(source, 0, Math.min(3, source.size));
  return new JsonCutter(source, limits, head[0] === 0xef && head[1] === 0xbb ? 3 : 0);
}

/** The system of the features, and the target system if they are to be converted. */
function settle(
  stated: StatedSystem,
  { position }: Overview,
  context: ReadContext,
): StatedSystem & { readonly target?: Crs } {
  const asked = context.options['crs'] === undefined ? undefined : parseCrs(String(context.options['crs']));
  if (stated.unknown !== undefined && asked === undefined)
    context.report(issueOf('geojson-crs-unknown', { stated: stated.unknown }));
  if (stated.crs !== WGS84) return stated;
  if (position !== undefined && (Math.abs(position[0]) > 360 || Math.abs(position[1]) > 90)) {
    const used = asked === undefined ? 'a local grid' : 'the requested system';
    context.report(issueOf('geojson-not-degrees', { position: position.join(', '), used }));
    return { crs: asked ?? LOCAL_CRS, unit: undefined };
  }
  if (asked === undefined || asked.kind === 'local') return stated;
  // Heights have the stated unit, like positions: all lengths of a job are in one unit.
  const unit = parseUnit(String(context.options['unit'] ?? 'm')) ?? 'metre';
  return { crs: WGS84, unit, target: asked };
}

/** The first two numbers of a feature's or geometry's coordinates. */
function firstPosition(value: unknown): [number, number] | undefined {
  let geometry = isRecord(value) && value['type'] === 'Feature' ? value['geometry'] : value;
  if (isRecord(geometry) && Array.isArray(geometry['geometries'])) geometry = geometry['geometries'][0] as unknown;
  let at: unknown = isRecord(geometry) ? geometry['coordinates'] : undefined;
  // Positions are nested at most four arrays deep (MultiPolygon).
  for (let depth = 0; depth < 4 && Array.isArray(at) && Array.isArray(at[0]); depth++) at = at[0];
  return Array.isArray(at) && Number.isFinite(at[0]) && Number.isFinite(at[1]) ? [at[0], at[1]] : undefined;
}
