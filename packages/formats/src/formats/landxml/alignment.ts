import {
  alignmentOf,
  type CrossSection,
  type HorizontalElement,
  type Superelevation,
  type VerticalPoint,
} from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import { Equations, readProfile } from './along.ts';
import { AlongIssues } from './along-issues.ts';
import { type Piece, readPieces } from './coord-geom.ts';
import { readSection } from './cross-section.ts';
import { whereIs } from './positions.ts';
import { inFeatures, propertiesOf } from './properties.ts';
import type { Scope } from './scope.ts';
import { readSuperelevation } from './superelevation.ts';

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
  const along = new AlongIssues(scope);
  const equations = new Equations(scope, name, along);
  const sections: CrossSection[] = [];
  const pieces: Piece[] = [];
  let damaged: ReturnType<typeof whereIs> | undefined;
  let corners = false;
  const superelevation: Superelevation[] = [];
  // Attributes without a place of their own, then the properties of features.
  const pairs = Array.from({ length: attributes.length }, (_, i) => [attributes.name(i).text, attributes.value(i)])
    .filter(([key]) => !PLACED.has(key!) && !key!.startsWith('xmlns'))
    .flat();
  let vertical: VerticalPoint[] = [];
  let profileName = '';
  const read = (child: string): void | Promise<void> => {
    if (child === 'CoordGeom') {
      const node = readNode(document.scanner);
      pairs.push(...propertiesOf(node, 'CoordGeom'));
      const more = readPieces(scope, node, pieces.length, pairs);
      if (more === undefined) damaged ??= whereIs(scope, node);
      for (const piece of more ?? []) pieces.push(piece);
    } else if (child === 'Profile') {
      document.eachChild((profile) => {
        if (profile === 'ProfAlign' && vertical.length === 0) {
          profileName = attributes.get('name') ?? '';
          const node = readNode(document.scanner);
          vertical = readProfile(scope, node, along);
          pairs.push(...propertiesOf(node, 'ProfAlign'));
        } else if (profile === 'Feature')
          pairs.push(...propertiesOf(inFeatures(readNode(document.scanner)), 'Profile'));
        else scope.notRead(profile);
      });
    } else if (child === 'CrossSects') {
      return document.children((section) => {
        if (section === 'CrossSect') readSection(scope, readNode(document.scanner), sections, along);
        else if (section === 'Feature')
          pairs.push(...propertiesOf(inFeatures(readNode(document.scanner)), 'CrossSects'));
        else scope.notRead(section);
      });
    } else if (child === 'StaEquation') {
      equations.read();
    } else if (child === 'AlignPIs') corners = true;
    else if (child === 'Superelevation') superelevation.push(readSuperelevation(scope, readNode(document.scanner)));
    else if (child === 'Feature') pairs.push(...propertiesOf(inFeatures(readNode(document.scanner))));
    else scope.notRead(child);
  };
  try {
    await document.children(read);
  } finally {
    // Also of one in which the file ends.
    along.settle(startStation, horizontalOf(pieces, startStation));
  }
  if (damaged !== undefined) {
    scope.skipped('Alignment', issueOf('alignment-damaged', { name }, damaged));
    return;
  }
  // Next to elements, the intersection points are redundant.
  if (corners && pieces.length === 0) scope.notRead('AlignPIs');
  scope.spend(pieces.length);
  const horizontal = horizontalOf(pieces, startStation);
  const parts = { horizontal, vertical, profileName, sections, equations: equations.list, superelevation };
  sink.alignment(alignmentOf(name, { description, startStation, ...parts, attributes: pairs }));
}

/** Attributes of an alignment that have a place of their own; its length is that of its elements. */
const PLACED = new Set(['name', 'desc', 'length', 'staStart']);

function horizontalOf(pieces: readonly Piece[], startStation: number): HorizontalElement[] {
  let station = startStation;
  return pieces.map(({ kind, start, length, azimuth, startRadius, endRadius }) => {
    const at = station;
    station += length;
    const place = { startEasting: start.easting, startNorthing: start.northing, azimuth, startRadius, endRadius };
    return { kind, startStation: at, length, ...place };
  });
}
