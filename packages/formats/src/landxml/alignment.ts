import {
  alignmentOf,
  type CrossSection,
  type HorizontalElement,
  type StationEquation,
  type VerticalPoint,
} from '@fieldbridge/fieldjob';
import { readNode } from '../xml/node.ts';
import { finiteDouble } from '../xml/values.ts';
import { readEquation, readProfile, readSection } from './along.ts';
import { type Piece, readPieces } from './coord-geom.ts';
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
  let corners = false;
  let vertical: VerticalPoint[] = [];
  await document.children((child) => {
    if (child === 'CoordGeom') {
      const more = readPieces(scope, readNode(document.scanner));
      pieces = more === undefined ? undefined : pieces?.concat(more);
    } else if (child === 'Profile') {
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
      readEquation(scope, name, equations);
    } else if (child === 'AlignPIs') corners = true;
    else if (child !== 'Feature') scope.notRead(child);
  });
  if (pieces === undefined) {
    scope.skipped(
      'Alignment',
      'alignment-damaged',
      `the alignment "${name}" has geometry that cannot be read and was skipped`,
    );
    return;
  }
  // Beside elements the intersection points say the same once more.
  if (corners && pieces.length === 0) scope.notRead('AlignPIs');
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
