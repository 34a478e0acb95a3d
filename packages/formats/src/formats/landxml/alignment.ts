import { alignmentOf, type CrossSection, type HorizontalElement, type VerticalPoint } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import { Equations, readProfile, readSection } from './along.ts';
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
  const equations = new Equations(scope, name);
  const sections: CrossSection[] = [];
  const pieces: Piece[] = [];
  let damaged = false;
  let corners = false;
  let vertical: VerticalPoint[] = [];
  await document.children((child) => {
    if (child === 'CoordGeom') {
      const more = readPieces(scope, readNode(document.scanner));
      damaged ||= more === undefined;
      for (const piece of more ?? []) pieces.push(piece);
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
      equations.read();
    } else if (child === 'AlignPIs') corners = true;
    else if (child !== 'Feature') scope.notRead(child);
  });
  if (damaged) {
    scope.skipped('Alignment', issueOf('alignment-damaged', { name }));
    return;
  }
  // Next to elements, the intersection points are redundant.
  if (corners && pieces.length === 0) scope.notRead('AlignPIs');
  scope.spend(pieces.length);
  const horizontal = horizontalOf(pieces, startStation);
  sink.alignment(
    alignmentOf(name, { description, startStation, horizontal, vertical, sections, equations: equations.list }),
  );
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
