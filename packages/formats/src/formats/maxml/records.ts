import {
  alignmentOf,
  type CrossSection,
  type HorizontalElement,
  type StationEquation,
  type VerticalPoint,
} from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { unescapeForbidden } from '../../kit/xml/escape.ts';
import { readNumbers } from '../../kit/xml/number-list.ts';
import { parseBoolean, parseDouble, parseTimeText } from '../../kit/xml/values.ts';
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
  };
  const name = attributes.text('name');
  const horizontal: HorizontalElement[] = [];
  const vertical: VerticalPoint[] = [];
  const sections: CrossSection[] = [];
  const equations: StationEquation[] = [];
  document.eachChild((child) => {
    if (child === 'Horizontal') horizontal.push(readHorizontal(scope));
    else if (child === 'Vertical') vertical.push(readVertical(scope));
    else if (child === 'Section') readSection(scope, sections);
    else if (child === 'Equation') equations.push({ back: number(scope, 'back'), ahead: number(scope, 'ahead') });
    else scope.unknown(child);
  });
  sink.alignment(alignmentOf(name, { ...head, horizontal, vertical, sections, equations }));
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
  const { numbers, bad } = readNumbers(scope.document.scanner, scope.budget);
  scope.spend(numbers.length);
  if (bad === undefined && numbers.length % 2 === 0) sections.push({ name, station, points: numbers });
  else scope.document.report(issueOf('section-damaged', { section: `at station ${station}` }));
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
