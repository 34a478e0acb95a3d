import type { Alignment, CrossSection, VerticalPoint } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';
import { ON_SECTION } from './cross-section.ts';
import { elementPart, propertiesAt, propertiesBeside, writeProperties } from './properties.ts';
import { writeSuperelevation } from './superelevation.ts';

const VERTICAL: Readonly<Record<VerticalPoint['curve'], string>> = {
  none: 'PVI',
  parabola: 'ParaCurve',
  arc: 'CircCurve',
};

/**
 * An alignment with the located parts of its profile, sections and equations; the others are reported, because readers
 * would treat the whole profile as damaged.
 */
export function knownAlong(alignment: Alignment, { report }: WriteContext): Alignment {
  const placed = alignment.vertical.filter(({ station, elevation }) => Number.isFinite(station + elevation));
  const sections = alignment.sections.filter(
    ({ station, points }) => Number.isFinite(station) && points.every(Number.isFinite),
  );
  const equations = alignment.equations.filter(({ back, ahead }) => Number.isFinite(back + ahead));
  const bent = (point: VerticalPoint): boolean => point.length >= 0 && Number.isFinite(point.length);
  const bare = placed.filter((point) => point.curve !== 'none' && !bent(point)).length;
  const { name } = alignment;
  const counts = {
    'vertical-point-left-out': alignment.vertical.length - placed.length,
    'vertical-curve-left-out': bare,
    'section-not-written': alignment.sections.length - sections.length,
    'station-equation-not-written': alignment.equations.length - equations.length,
  };
  for (const code of Object.keys(counts) as (keyof typeof counts)[])
    if (counts[code] > 0)
      report(issueOf(code, { count: counts[code], alignment: name }, { about: { kind: 'alignment', name } }));
  // The schema has no profile without points.
  if (alignment.profileName !== '' && placed.length === 0)
    report(issueOf('alignment-detail-left-out', { found: '1 × profileName' }, { about: { kind: 'alignment', name } }));
  const vertical = placed.map((point) => (bent(point) ? point : { ...point, curve: 'none' as const, length: 0 }));
  return { ...alignment, vertical, sections, equations };
}

/** Writes station equations, profile and cross sections. @param name of the alignment in the file */
export function writeAlong(xml: XmlWriter, alignment: Alignment, name: string): void {
  const { vertical, sections, attributes } = alignment;
  writeEquations(xml, alignment);
  if (vertical.length > 0) {
    xml.start('Profile');
    xml.start('ProfAlign', { name: alignment.profileName || name });
    for (const { curve, station, elevation, length: size, radius } of vertical) {
      const bend = curve === 'none' ? {} : curve === 'arc' ? { length: size, radius } : { length: size };
      xml.leaf(VERTICAL[curve], `${station} ${elevation}`, bend);
    }
    writeProperties(xml, propertiesAt(attributes, 'ProfAlign'));
    xml.end();
    writeProperties(xml, propertiesAt(attributes, 'Profile'));
    xml.end();
  }
  if (sections.length > 0) writeSections(xml, sections, propertiesAt(attributes, 'CrossSects'));
  for (const superelevation of alignment.superelevation) writeSuperelevation(xml, superelevation);
  const profile = vertical.length > 0 ? (['Profile', 'ProfAlign'] as const) : [];
  const elements = alignment.horizontal.map((_, index) => elementPart(index));
  const sectioned = sections.length > 0 ? (['CrossSects'] as const) : [];
  const parts = ['CoordGeom', ...elements, ...profile, ...sectioned] as const;
  writeProperties(xml, propertiesBeside(attributes, parts));
}

/** Internal stations continue through the equations: `staInternal` of each follows from the previous ones. */
function writeEquations(xml: XmlWriter, { startStation, equations }: Alignment): void {
  let internal = startStation;
  let ahead = startStation;
  for (const equation of equations) {
    internal += equation.back - ahead;
    ahead = equation.ahead;
    const stations = { staBack: equation.back, staAhead: equation.ahead, staInternal: internal };
    xml.empty('StaEquation', { ...stations, desc: equation.description });
  }
}

/** Sections with the same station are in one `CrossSect`, with the first name that one of them has for it. */
function writeSections(xml: XmlWriter, sections: readonly CrossSection[], properties: readonly string[]): void {
  const stations = new Map<number, CrossSection[]>();
  for (const section of sections) {
    const list = stations.get(section.station);
    if (list === undefined) stations.set(section.station, [section]);
    else list.push(section);
  }
  xml.start('CrossSects');
  for (const [sta, list] of stations) {
    const name = list.find(({ section }) => section !== undefined)?.section;
    xml.start('CrossSect', { name, sta, ...attributesOf(list[0]!, SECTION_ATTRIBUTES, ON_SECTION).own });
    // The schema has surveyed surfaces before designed ones.
    const isExisting = ({ kind }: CrossSection): boolean => kind === 'existing';
    for (const section of [...list.filter(isExisting), ...list.filter((one) => !isExisting(one))])
      writeSurface(xml, section);
    writeProperties(
      xml,
      propertiesAt(
        list.flatMap(({ attributes = [] }) => attributes),
        'CrossSect',
      ),
    );
    xml.end();
  }
  writeProperties(xml, properties);
  xml.end();
}

/** XML attributes of a cross section and of its surfaces that are kept under their names; others are properties. */
const SECTION_ATTRIBUTES = new Set(
  'desc angleSkew areaCut areaFill centroidCut centroidFill sectType volumeCut volumeFill'.split(' '),
);
const EXISTING_ATTRIBUTES = new Set(['desc', 'state']);
const DESIGN_ATTRIBUTES = new Set(
  'desc state material closedArea typicalThickness typicalWidth area volume'.split(' '),
);

function writeSurface(xml: XmlWriter, section: CrossSection): void {
  const { name, points, kind, side, codes = [], pointNames = [] } = section;
  const existing = kind === 'existing';
  const { own, rest } = attributesOf(section, existing ? EXISTING_ATTRIBUTES : DESIGN_ATTRIBUTES);
  const left = propertiesBeside(rest, ['CrossSect']).filter((_, i, all) => !all[i - (i % 2)]!.startsWith(ON_SECTION));
  // The schema gives surveyed surfaces a list of points and no sides.
  if (existing && codes.length + pointNames.length === 0 && side === undefined && points.length >= 4) {
    xml.start('CrossSectSurf', { name, ...own });
    xml.list('PntList2D', points, 2);
  } else {
    xml.start('DesignCrossSectSurf', { name: name || undefined, side, ...own });
    for (let i = 0; i + 1 < points.length; i += 2) {
      const point = { name: pointNames[i / 2] || undefined, code: codes[i / 2] || undefined };
      xml.leaf('CrossSectPnt', `${points[i]} ${points[i + 1]}`, point);
    }
  }
  writeProperties(xml, left);
  xml.end();
}

/** The attributes of a section whose names, behind a prefix, are among some; and the other pairs. */
function attributesOf({ attributes = [] }: CrossSection, names: ReadonlySet<string>, prefix = '') {
  const own: Record<string, string> = {};
  const rest: string[] = [];
  for (let i = 0; i + 1 < attributes.length; i += 2) {
    const key = attributes[i]!;
    const name = key.slice(prefix.length);
    if (key.startsWith(prefix) && names.has(name)) own[name] = attributes[i + 1]!;
    else rest.push(key, attributes[i + 1]!);
  }
  return { own, rest };
}
