import type { Alignment, AttributePairs, FieldJob, Superelevation } from '@fieldbridge/fieldjob';
import { timeText } from '../../kit/xml/values.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';
import { sectionTexts } from '../mjf/section-details.ts';
import { unless } from './write-features.ts';

/** Writes the alignments of a job. */
export function writeAlignments(xml: XmlWriter, job: FieldJob): void {
  for (const alignment of job.alignments) writeAlignment(xml, alignment, job.layers.get(alignment.layer)?.name);
}

function writeAlignment(xml: XmlWriter, alignment: Alignment, layer: string | undefined): void {
  xml.start('Alignment', {
    name: alignment.name,
    description: alignment.description || undefined,
    code: alignment.code || undefined,
    layer,
    startStation: alignment.startStation,
    source: unless(alignment.source, -1),
    profileName: alignment.profileName || undefined,
  });
  for (const {
    kind,
    startStation,
    length,
    startEasting,
    startNorthing,
    azimuth,
    startRadius,
    endRadius,
  } of alignment.horizontal) {
    const place = { startStation, length, startEasting, startNorthing, azimuth };
    xml.empty('Horizontal', { kind, ...place, startRadius, endRadius });
  }
  for (const { station, elevation, curve, length, radius } of alignment.vertical) {
    xml.empty('Vertical', { station, elevation, curve, length, radius: unless(radius, Number.NaN) });
  }
  for (const section of alignment.sections) {
    const { name, station, points } = section;
    const details = Object.entries(sectionTexts(section)).map(([key, text]) => [key, text ?? undefined]);
    xml.list('Section', points, 2, { name: name || undefined, station, ...Object.fromEntries(details) });
  }
  for (const { back, ahead, description } of alignment.equations)
    xml.empty('Equation', { back, ahead, description: description || undefined });
  for (const superelevation of alignment.superelevation) writeSuperelevation(xml, superelevation);
  writePairs(xml, alignment.attributes);
  xml.end();
}

function writeSuperelevation(xml: XmlWriter, { startStation, endStation, events, attributes }: Superelevation): void {
  const place = { startStation: unless(startStation, Number.NaN), endStation: unless(endStation, Number.NaN) };
  xml.start('Superelevation', place);
  for (const { kind, value } of events)
    xml.empty('Event', typeof value === 'string' ? { kind, word: value } : { kind, value });
  writePairs(xml, attributes);
  xml.end();
}

/** Writes attributes as elements. */
export function writePairs(xml: XmlWriter, pairs: AttributePairs): void {
  for (let i = 0; i + 1 < pairs.length; i += 2) xml.leaf('Attribute', pairs[i + 1]!, { name: pairs[i] });
}

/** Writes the planes of a job. */
export function writePlanes(xml: XmlWriter, job: FieldJob): void {
  for (const { name, easting, northing, elevation, azimuth, slope, crossSlope, source } of job.planes) {
    xml.empty('Plane', { name, easting, northing, elevation, azimuth, slope, crossSlope, source: unless(source, -1) });
  }
}

/** Writes the control points of a job; unknown values are left out. */
export function writeControlPoints(xml: XmlWriter, job: FieldJob): void {
  for (const point of job.controlPoints) {
    xml.empty('ControlPoint', {
      name: point.name,
      code: point.code || undefined,
      description: point.description || undefined,
      easting: unless(point.easting, Number.NaN),
      northing: unless(point.northing, Number.NaN),
      elevation: unless(point.elevation, Number.NaN),
      latitude: unless(point.latitude, Number.NaN),
      longitude: unless(point.longitude, Number.NaN),
      ellipsoidHeight: unless(point.ellipsoidHeight, Number.NaN),
      useHorizontal: point.useHorizontal,
      useVertical: point.useVertical,
      residualEasting: unless(point.residualEasting, Number.NaN),
      residualNorthing: unless(point.residualNorthing, Number.NaN),
      residualElevation: unless(point.residualElevation, Number.NaN),
      source: unless(point.source, -1),
    });
  }
}

/** Writes the observations of a job with their values as in the source. */
export function writeObservations(xml: XmlWriter, job: FieldJob): void {
  for (const { kind, station, target, time, values, source } of job.observations) {
    xml.start('Observation', {
      kind,
      station: station || undefined,
      target: target || undefined,
      time: timeText(time),
      source: unless(source, -1),
    });
    for (let i = 0; i + 1 < values.length; i += 2) xml.leaf('Value', values[i + 1]!, { name: values[i] });
    xml.end();
  }
}
