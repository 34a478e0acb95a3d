import type { Alignment, AttributePairs, FieldJob, HorizontalElement } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';
import { elementPart, propertiesAt, writeProperties } from './properties.ts';
import { type Bend, endAzimuth, traceBend } from './stroke-clothoid.ts';
import { UniqueNames } from './unique-names.ts';
import { knownAlong, writeAlong } from './write-along.ts';

/** Writes the alignments of a job that have horizontal elements. */
export function writeAlignments(xml: XmlWriter, job: FieldJob, context: WriteContext): void {
  const names = new UniqueNames('alignment', context);
  const able = job.alignments.filter(({ name, horizontal }) => {
    if (horizontal.length > 0 && horizontal.every(isPlaced)) return true;
    context.report(issueOf('alignment-not-written', { alignment: name }));
    return false;
  });
  if (able.length === 0) return;
  xml.start('Alignments');
  for (const alignment of able) {
    writeAlignment(xml, knownAlong(alignment, context), names.take(alignment.name));
  }
  xml.end();
}

function isPlaced(element: HorizontalElement): boolean {
  const { startEasting, startNorthing, azimuth, length } = element;
  const bends = Object.values(radii(element)).every((radius) => !Number.isNaN(radius) && radius !== 0);
  return bends && length >= 0 && [startEasting, startNorthing, azimuth, length].every(Number.isFinite);
}

function writeAlignment(xml: XmlWriter, alignment: Alignment, name: string): void {
  const { horizontal, description, startStation } = alignment;
  const length = horizontal.reduce((sum, element) => sum + element.length, 0);
  xml.start('Alignment', { name, length, staStart: startStation, desc: description || undefined });
  xml.start('CoordGeom');
  const elements = horizontal.flatMap((one, index) =>
    oneWay(one).map((element, i) => ({
      element,
      properties: i === 0 ? propertiesAt(alignment.attributes, elementPart(index)) : [],
    })),
  );
  elements.forEach(({ element, properties }, index) => {
    writeElement(xml, element, elements[index + 1]?.element, properties);
  });
  writeProperties(xml, propertiesAt(alignment.attributes, 'CoordGeom'));
  xml.end();
  writeAlong(xml, alignment, name);
  xml.end();
}

/** A spiral turns to one side: a clothoid that changes sides is written as two, separated where it is straight. */
function oneWay(element: HorizontalElement): HorizontalElement[] {
  const { kind, length, startRadius, endRadius, startStation } = element;
  const [from, to] = [1 / startRadius, 1 / endRadius];
  if (kind !== 'clothoid' || from * to >= 0) return [element];
  const first = { ...element, length: (length * from) / (from - to), endRadius: Infinity };
  const bend = bendOf(first);
  const [startEasting, startNorthing] = endOf(bend);
  const start = {
    startEasting,
    startNorthing,
    azimuth: endAzimuth(bend),
    startRadius: Infinity,
    startStation: startStation + first.length,
  };
  return [first, { ...element, ...start, length: length - first.length }];
}

function writeElement(
  xml: XmlWriter,
  stated: HorizontalElement,
  next: HorizontalElement | undefined,
  properties: AttributePairs,
): void {
  // An arc without a radius is a straight.
  const bent = stated.kind !== 'arc' || Number.isFinite(stated.startRadius);
  const element: HorizontalElement = bent ? stated : { ...stated, kind: 'straight' };
  const bend = bendOf(element);
  const [easting, northing] = endOf(bend);
  // The next element's start is used as the end unless it differs from the computed one.
  const meets = next !== undefined && Math.hypot(next.startEasting - easting, next.startNorthing - northing) < 0.01;
  const end = meets ? `${next.startNorthing} ${next.startEasting}` : `${northing} ${easting}`;
  const start = `${bend.northing} ${bend.easting}`;
  const sharpest = Number.isFinite(bend.startRadius) ? bend.startRadius : bend.endRadius;
  const rot = sharpest < 0 ? 'ccw' : 'cw';
  if (element.kind === 'straight') xml.start('Line', { length: element.length });
  else if (element.kind === 'arc')
    xml.start('Curve', { rot, radius: Math.abs(bend.startRadius), length: element.length });
  else {
    const [radiusStart, radiusEnd] = [Math.abs(bend.startRadius), Math.abs(bend.endRadius)];
    xml.start('Spiral', { length: element.length, radiusStart, radiusEnd, rot, spiType: 'clothoid' });
  }
  xml.leaf('Start', start);
  if (element.kind === 'arc') {
    const { startRadius: radius, azimuth } = bend;
    xml.leaf('Center', `${bend.northing - radius * Math.sin(azimuth)} ${bend.easting + radius * Math.cos(azimuth)}`);
  } else if (element.kind === 'clothoid') xml.leaf('PI', cornerOf(bend, easting, northing));
  xml.leaf('End', end);
  writeProperties(xml, properties);
  xml.end();
}

/** The radii implied by the kind of an element. */
function radii({ kind, startRadius, endRadius }: HorizontalElement): { startRadius: number; endRadius: number } {
  if (kind === 'straight') return { startRadius: Infinity, endRadius: Infinity };
  return kind === 'arc' ? { startRadius, endRadius: startRadius } : { startRadius, endRadius };
}

function bendOf(element: HorizontalElement): Bend {
  return { ...element, easting: element.startEasting, northing: element.startNorthing, ...radii(element) };
}

/** Easting and northing of the end. */
function endOf(bend: Bend): [number, number] {
  return traceBend(bend).slice(-2) as [number, number];
}

/** Intersection of the tangents at both ends; on the first tangent at half the length if they are nearly parallel. */
function cornerOf(bend: Bend, easting: number, northing: number): string {
  const out = endAzimuth(bend);
  const turn = Math.sin(out - bend.azimuth);
  const along = ((easting - bend.easting) * Math.cos(out) - (northing - bend.northing) * Math.sin(out)) / -turn;
  const distance = Math.abs(turn) > 1e-9 && finiteDouble(String(along)) > 0 ? along : bend.length / 2;
  return `${bend.northing + distance * Math.cos(bend.azimuth)} ${bend.easting + distance * Math.sin(bend.azimuth)}`;
}
