import {
  alignmentOf,
  type CrossSection,
  type HorizontalElement,
  type StationEquation,
  SUPERELEVATION_EVENTS,
  type Superelevation,
  type SuperelevationEvent,
  type VerticalPoint,
} from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { unescapeForbidden } from '../../kit/xml/escape.ts';
import { readNumbers } from '../../kit/xml/number-list.ts';
import { parseBoolean, parseDouble, parseTimeText } from '../../kit/xml/values.ts';
import { type SectionTexts, sectionOf } from '../mjf/section-details.ts';
import type { Scope } from './scope.ts';

const HORIZONTAL = ['straight', 'arc', 'clothoid'] as const;
const CURVES = ['none', 'parabola', 'arc'] as const;

/** A number of the current element; `otherwise` (NaN) if it has none. */
function number(scope: Scope, name: string, otherwise = Number.NaN): number {
  return scope.attributes.read(name, otherwise, parseDouble);
}

/** Reads an alignment. */
export function readAlignment(scope: Scope): void {
  const { attributes, document, sink } = scope;
  scope.found('Alignment');
  const head = {
    description: attributes.text('description'),
    code: attributes.text('code'),
    layer: scope.currentLayer(),
    startStation: number(scope, 'startStation', 0),
    source: scope.currentSource(),
    profileName: attributes.text('profileName'),
  };
  const name = attributes.text('name');
  const horizontal: HorizontalElement[] = [];
  const vertical: VerticalPoint[] = [];
  const sections: CrossSection[] = [];
  const equations: StationEquation[] = [];
  const superelevation: Superelevation[] = [];
  const pairs: string[] = [];
  document.eachChild((child) => {
    if (child === 'Horizontal') horizontal.push(readHorizontal(scope));
    else if (child === 'Vertical') vertical.push(readVertical(scope));
    else if (child === 'Section') readSection(scope, sections);
    else if (child === 'Equation') equations.push(readEquation(scope));
    else if (child === 'Superelevation') superelevation.push(readSuperelevation(scope));
    else if (child === 'Attribute') pairs.push(...readPair(scope));
    else scope.unknown(child);
  });
  const along = { horizontal, vertical, sections, equations, superelevation };
  sink.alignment(alignmentOf(name, { ...head, ...along, attributes: pairs }));
}

function readHorizontal(scope: Scope): HorizontalElement {
  return {
    kind: scope.attributes.read('kind', 'straight', (text) => HORIZONTAL.find((kind) => kind === text)),
    startStation: number(scope, 'startStation'),
    length: number(scope, 'length'),
    startEasting: number(scope, 'startEasting'),
    startNorthing: number(scope, 'startNorthing'),
    azimuth: number(scope, 'azimuth'),
    startRadius: number(scope, 'startRadius', Infinity),
    endRadius: number(scope, 'endRadius', Infinity),
  };
}

function readVertical(scope: Scope): VerticalPoint {
  return {
    station: number(scope, 'station'),
    elevation: number(scope, 'elevation'),
    curve: scope.attributes.read('curve', 'none', (text) => CURVES.find((curve) => curve === text)),
    length: number(scope, 'length', 0),
    radius: number(scope, 'radius'),
  };
}

function readSection(scope: Scope, sections: CrossSection[]): void {
  const name = scope.attributes.text('name');
  const station = number(scope, 'station');
  const [section, kind, side, codes, pointNames, pairs] = SECTION_TEXTS.map(
    (key) => scope.attributes.text(key) || null,
  );
  const details = { section, kind, side, codes, pointNames, attributes: pairs } as SectionTexts;
  const { numbers, bad } = readNumbers(scope.document.scanner, scope.budget);
  scope.spend(numbers.length);
  if (bad === undefined && numbers.length % 2 === 0) sections.push(sectionOf(name, station, numbers, details));
  else scope.document.report(issueOf('section-damaged', { section: `at station ${station}` }));
}

const SECTION_TEXTS = ['section', 'kind', 'side', 'codes', 'pointNames', 'attributes'] as const;

function readEquation(scope: Scope): StationEquation {
  const description = scope.attributes.text('description');
  const stations = { back: number(scope, 'back'), ahead: number(scope, 'ahead') };
  return description === '' ? stations : { ...stations, description };
}

/** Reads the current attribute. */
export function readPair({ attributes, document }: Scope): readonly [name: string, value: string] {
  const name = attributes.text('name');
  return [name, unescapeForbidden(document.text())];
}

function readSuperelevation(scope: Scope): Superelevation {
  const { attributes, document } = scope;
  const [startStation, endStation] = [number(scope, 'startStation'), number(scope, 'endStation')];
  const events: SuperelevationEvent[] = [];
  const pairs: string[] = [];
  document.eachChild((child) => {
    if (child === 'Attribute') pairs.push(...readPair(scope));
    else if (child === 'Event') {
      const kind = SUPERELEVATION_EVENTS.find((one) => one === attributes.text('kind'));
      const word = attributes.text('word');
      if (kind !== undefined) events.push({ kind, value: word === '' ? number(scope, 'value') : word });
    } else scope.unknown(child);
  });
  return { startStation, endStation, events, attributes: pairs };
}

/** Reads a plane. */
export function readPlane(scope: Scope): void {
  scope.found('Plane');
  const name = scope.attributes.text('name');
  if (!scope.hasPosition('Plane', name)) return;
  scope.sink.plane({
    name,
    easting: number(scope, 'easting'),
    northing: number(scope, 'northing'),
    elevation: number(scope, 'elevation'),
    azimuth: number(scope, 'azimuth', 0),
    slope: number(scope, 'slope', 0),
    crossSlope: number(scope, 'crossSlope', 0),
    source: scope.currentSource(),
  });
}

/** Reads a control point. */
export function readControlPoint(scope: Scope): void {
  const { attributes } = scope;
  scope.found('ControlPoint');
  scope.sink.controlPoint({
    name: attributes.text('name'),
    code: attributes.text('code'),
    description: attributes.text('description'),
    easting: number(scope, 'easting'),
    northing: number(scope, 'northing'),
    elevation: number(scope, 'elevation'),
    latitude: number(scope, 'latitude'),
    longitude: number(scope, 'longitude'),
    ellipsoidHeight: number(scope, 'ellipsoidHeight'),
    useHorizontal: attributes.read('useHorizontal', false, parseBoolean),
    useVertical: attributes.read('useVertical', false, parseBoolean),
    residualEasting: number(scope, 'residualEasting'),
    residualNorthing: number(scope, 'residualNorthing'),
    residualElevation: number(scope, 'residualElevation'),
    source: scope.currentSource(),
  });
}

/** Reads an observation. */
export function readObservation(scope: Scope): void {
  const { attributes, document } = scope;
  scope.found('Observation');
  const kind = attributes.text('kind');
  const station = attributes.text('station');
  const target = attributes.text('target');
  const time = attributes.read('time', Number.NaN, parseTimeText);
  const source = scope.currentSource();
  const values: string[] = [];
  document.eachChild((child) => {
    if (child === 'Value') {
      const name = attributes.text('name');
      values.push(name, unescapeForbidden(document.text()));
    } else scope.unknown(child);
  });
  scope.sink.observation({ kind, station, target, time, values, source });
}
