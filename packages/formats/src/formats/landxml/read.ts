import type { JobSink, SelectionKind, Unit } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { systemCalled } from '../../kit/crs/called-system.ts';
import { registeredUnder } from '../../kit/crs/system-names.ts';
import { readXml } from '../../kit/xml/document.ts';
import { readNode } from '../../kit/xml/node.ts';
import { parseInteger } from '../../kit/xml/values.ts';
import { readAlignment } from './alignment.ts';
import { LANDXML_ROOT } from './format.ts';
import { DESCRIPTIONS, type Description, lookAhead } from './look-ahead.ts';
import { readPipeNetwork } from './pipe-network.ts';
import { readParcel, readPlanFeature } from './plan-feature.ts';
import { readCgPoints } from './points.ts';
import { Scope } from './scope.ts';
import { readSurface } from './surface.ts';
import { readSurvey } from './survey.ts';

/** Reads a LandXML document, in any namespace, with the right name of the root. */
export async function readLandXml(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  let version = '';
  await readXml(source, context, async (document) => {
    // Text that consists of white space has no meaning in this format.
    document.scanner.skipBlank = true;
    const root = document.root();
    if (root !== LANDXML_ROOT) {
      throw new FormatError('landxml-wrong-root', { root, expected: LANDXML_ROOT });
    }
    version = document.scanner.attributes.get('version') ?? '';
    const scope = new Scope(document, sink);
    const met = new Set<string>();
    let geometry = false;
    await document.children(async (name) => {
      met.add(name);
      if (!geometry && KIND_OF.has(name)) {
        geometry = true;
        const wanted = DESCRIPTIONS.filter((one) => !met.has(one));
        await lookAhead(source, context, wanted, document.scanner.encoding, (later, what) => {
          const other = new Scope(later, sink);
          DESCRIBES[what](other);
          if (what === 'Units') scope.scale = other.scale;
        });
      }
      await readSection(scope, name);
    });
  });
  return { version };
}

/** Kinds of data in the sections, for selection. */
const KIND_OF: ReadonlyMap<string, SelectionKind> = new Map([
  ['CgPoints', 'point'],
  ['Surfaces', 'surface'],
  ['Alignments', 'alignment'],
  ['PlanFeatures', 'line'],
  ['Parcels', 'area'],
  ['Survey', 'point'],
  ['PipeNetworks', 'line'],
]);

function readSection(scope: Scope, name: string): void | Promise<void> {
  const { document } = scope;
  const kind = KIND_OF.get(name);
  document.about = kind === undefined ? undefined : { kind };
  switch (name) {
    case 'Units':
    case 'CoordinateSystem':
      return DESCRIBES[name](scope);
    case 'Project':
      return readProject(scope);
    case 'CgPoints':
      return readCgPoints(scope);
    case 'Surfaces':
      return document.children((child) => (child === 'Surface' ? readSurface(scope) : scope.notRead(child)));
    case 'Alignments':
      return document.children((child) => (child === 'Alignment' ? readAlignment(scope) : scope.notRead(child)));
    case 'PlanFeatures':
      return document.children((child) => (child === 'PlanFeature' ? readPlanFeature(scope) : scope.notRead(child)));
    case 'Parcels':
      return document.children((child) => (child === 'Parcel' ? readParcel(scope) : scope.notRead(child)));
    case 'Survey':
      return readSurvey(scope);
    case 'PipeNetworks':
      return document.children((child) => (child === 'PipeNetwork' ? readPipeNetwork(scope) : scope.notRead(child)));
    case 'Application':
    case 'FeatureDictionary':
      return undefined;
    default:
      return scope.notRead(name);
  }
}

/** The `elevationUnit` that corresponds to each `linearUnit`; the schema has a separate default for each of the two. */
const SAME_ELEVATION: Readonly<Record<Unit, string>> = {
  metre: 'meter',
  internationalFoot: 'feet',
  usSurveyFoot: 'feet',
};

function readUnits(scope: Scope): void {
  const { attributes } = scope.document.scanner;
  const name = attributes.get('linearUnit');
  const elevationUnit = attributes.get('elevationUnit')?.trim();
  if (name === undefined) return;
  const unit = scope.setUnit(name);
  if (unit !== undefined) scope.sink.describe({ unit });
  if (unit === undefined || elevationUnit === undefined || elevationUnit === '') return;
  if (elevationUnit.toLowerCase() === SAME_ELEVATION[unit]) return;
  // elevationUnit is the unit of attributes such as ellipsoidHeight, not of the elevations of coordinates.
  const used = name.slice(0, 40);
  const found = `linearUnit="${used}" and elevationUnit="${elevationUnit.slice(0, 40)}"`;
  scope.document.report(issueOf('unit-doubtful', { found, used }));
}

function readProject(scope: Scope): void {
  const node = readNode(scope.document.scanner);
  const properties: [string, string][] = [];
  for (const group of node.children) {
    for (const { attributes } of group.name === 'Feature' ? group.children : []) {
      properties.push([attributes.get('label') ?? '', attributes.get('value') ?? '']);
    }
  }
  scope.sink.describe({
    name: node.attributes.get('name') ?? '',
    description: node.attributes.get('desc') ?? '',
    properties: Object.fromEntries(properties),
  });
}

/**
 * A code or WKT is used as the system. A name is only used if it is the complete name of a single system of the
 * registry; otherwise it names a local grid.
 */
function readCoordinateSystem(scope: Scope): void {
  const { attributes } = scope.document.scanner;
  const name = attributes.get('name') ?? attributes.get('desc');
  const named = name === undefined || name === '' ? {} : { name };
  const code = parseInteger(attributes.get('epsgCode') ?? '');
  const wkt = attributes.get('ogcWktCode') ?? '';
  if (code !== undefined && code > 0) {
    const heights = registeredUnder(attributes.get('verticalCoordinateSystemName') ?? '', 'heights');
    scope.sink.describe({ crs: { kind: 'epsg', code, ...(heights && { vertical: heights }), ...named } });
  } else if (/^\s*[A-Z_]+\s*\[/i.test(wkt)) scope.sink.describe({ crs: { kind: 'wkt', wkt: wkt.trim(), ...named } });
  else {
    const crs = systemCalled(name ?? '', (issue) => scope.document.report(issue));
    scope.sink.describe({ crs: crs ?? { kind: 'local', ...named } });
  }
}

const DESCRIBES: Readonly<Record<Description, (scope: Scope) => void>> = {
  Units: (scope) => scope.document.eachChild(() => readUnits(scope)),
  CoordinateSystem: readCoordinateSystem,
};
