import {
  alignmentOf,
  type CrossSection,
  type HorizontalElement,
  type StationEquation,
  type VerticalPoint,
} from '@fieldbridge/fieldjob';
import { readNode, type XmlNode } from '../xml/node.ts';
import { finiteDouble } from '../xml/values.ts';
import { numbersOf, type Piece, readPieces } from './coord-geom.ts';
import type { Scope } from './scope.ts';

/** Reads an alignment with its geometry, its first profile, its cross sections and station equations. */
export async function readAlignment(scope: Scope): Promise<void> {
  const { document, scale, sink } = scope;
  const { attributes } = document.scanner;
  scope.found('Alignment');
  const name = attributes.get('name') ?? '';
  document.about = { kind: 'alignment', name };
  const description = attributes.get('desc') ?? '';
  const stated = finiteDouble(attributes.get('staStart') ?? '') * scale;
  const startStation = Number.isNaN(stated) ? 0 : stated;
  const equations: StationEquation[] = [];
  const sections: CrossSection[] = [];
  let pieces: Piece[] | undefined = [];
  let vertical: VerticalPoint[] = [];
  await document.children((child) => {
    if (child === 'CoordGeom') pieces = readPieces(scope, readNode(document.scanner));
    else if (child === 'Profile') {
      document.eachChild((profile) => {
        if (profile === 'ProfAlign' && vertical.length === 0) vertical = readProfile(scope, readNode(document.scanner));
        else if (profile !== 'Feature') scope.notRead(profile);
      });
    } else if (child === 'CrossSects') {
      return document.children((section) => {
        if (section === 'CrossSect') readSection(scope, readNode(document.scanner), sections);
        else if (section !== 'Feature') scope.notRead(section);
      });
    } else if (child === 'StaEquation') {
      const back = finiteDouble(document.scanner.attributes.get('staBack') ?? '') * scale;
      const ahead = finiteDouble(document.scanner.attributes.get('staAhead') ?? '') * scale;
      if (!Number.isNaN(back) && !Number.isNaN(ahead)) equations.push({ back, ahead });
      else {
        const text = `a station equation of the alignment "${name}" does not say both stations and was left out`;
        document.report('station-equation-damaged', 'warning', text);
      }
    } else if (child !== 'Feature' && child !== 'AlignPIs') scope.notRead(child);
  });
  if (pieces === undefined) {
    scope.skipped(
      'Alignment',
      'alignment-damaged',
      `the alignment "${name}" has geometry that cannot be read and was skipped`,
    );
    return;
  }
  scope.spend(pieces.length);
  const horizontal = horizontalOf(pieces, startStation);
  sink.alignment(alignmentOf(name, { description, startStation, horizontal, vertical, sections, equations }));
}

function horizontalOf(pieces: readonly Piece[], startStation: number): HorizontalElement[] {
  let station = startStation;
  return pieces.map(({ kind, start, length, azimuth, startRadius, endRadius }) => {
    const at = station;
    station += length;
    const place = { startEasting: start.easting, startNorthing: start.northing, azimuth, startRadius, endRadius };
    return { kind, startStation: at, length, ...place };
  });
}

const CURVES: Readonly<Record<string, VerticalPoint['curve']>> = {
  PVI: 'none',
  ParaCurve: 'parabola',
  UnsymParaCurve: 'parabola',
  CircCurve: 'arc',
};

function readProfile(scope: Scope, profile: XmlNode): VerticalPoint[] {
  const points: VerticalPoint[] = [];
  for (const node of profile.children) {
    if (node.name === 'Feature') continue;
    const curve = Object.hasOwn(CURVES, node.name) ? CURVES[node.name]! : undefined;
    const [station, elevation] = numbersOf(node) ?? [];
    const value = (name: string): number => finiteDouble(node.attributes.get(name) ?? '') * scope.scale;
    const length = node.name === 'UnsymParaCurve' ? value('lengthIn') + value('lengthOut') : value('length');
    if (
      curve === undefined ||
      station === undefined ||
      elevation === undefined ||
      (curve !== 'none' && !(length >= 0))
    ) {
      const text = `<${node.name}> of a profile cannot be read and was left out`;
      scope.document.context.report({ code: 'profile-damaged', severity: 'warning', text, line: node.line });
      continue;
    }
    if (node.name === 'UnsymParaCurve') {
      const text = 'a parabola of unequal halves was read as one of equal halves and the same length';
      scope.document.context.report({ code: 'parabola-simplified', severity: 'warning', text, line: node.line });
    }
    points.push({
      station: station * scope.scale,
      elevation: elevation * scope.scale,
      curve,
      length: curve === 'none' ? 0 : length,
      radius: curve === 'arc' ? value('radius') : Number.NaN,
    });
  }
  return points;
}

/** Reads the surfaces of a cross section: each is a section of its own, named by the surface. */
function readSection(scope: Scope, node: XmlNode, sections: CrossSection[]): void {
  const station = finiteDouble(node.attributes.get('sta') ?? '') * scope.scale;
  for (const surface of node.children) {
    if (surface.name !== 'CrossSectSurf' && surface.name !== 'DesignCrossSectSurf') continue;
    scope.found(surface.name);
    const numbers: number[] = [];
    let fault = Number.isNaN(station);
    for (const child of surface.children) {
      if (child.name !== 'PntList2D' && child.name !== 'CrossSectPnt') continue;
      const list = numbersOf(child);
      const slope = (child.attributes.get('dataFormat') ?? 'Offset Elevation') !== 'Offset Elevation';
      if (list === undefined || list.length % 2 !== 0 || slope) fault = true;
      else numbers.push(...list);
    }
    if (fault) {
      const text = `the cross section "${node.attributes.get('name') ?? ''}" has a surface that is not a list of offsets and elevations; it was left out`;
      scope.skipped(surface.name, 'section-damaged', text);
      continue;
    }
    scope.spend(numbers.length / 2);
    const name = surface.attributes.get('name') ?? '';
    sections.push({ name, station, points: Float64Array.from(numbers, (value) => value * scope.scale) });
  }
}
