import type { Alignment, CrossSection, VerticalPoint } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';

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
  const vertical = placed.map((point) => (bent(point) ? point : { ...point, curve: 'none' as const, length: 0 }));
  return { ...alignment, vertical, sections, equations };
}

/** Writes station equations, profile and cross sections. @param name of the alignment in the file */
export function writeAlong(xml: XmlWriter, alignment: Alignment, name: string): void {
  const { vertical, sections } = alignment;
  writeEquations(xml, alignment);
  if (vertical.length > 0) {
    xml.start('Profile');
    xml.start('ProfAlign', { name });
    for (const { curve, station, elevation, length: size, radius } of vertical) {
      const attributes = curve === 'none' ? {} : curve === 'arc' ? { length: size, radius } : { length: size };
      xml.leaf(VERTICAL[curve], `${station} ${elevation}`, attributes);
    }
    xml.end();
    xml.end();
  }
  if (sections.length > 0) writeSections(xml, sections);
}

/** Internal stations continue through the equations: `staInternal` of each follows from the previous ones. */
function writeEquations(xml: XmlWriter, { startStation, equations }: Alignment): void {
  let internal = startStation;
  let ahead = startStation;
  for (const equation of equations) {
    internal += equation.back - ahead;
    ahead = equation.ahead;
    xml.empty('StaEquation', { staBack: equation.back, staAhead: equation.ahead, staInternal: internal });
  }
}

/** Sections with the same station are in one `CrossSect`. */
function writeSections(xml: XmlWriter, sections: readonly CrossSection[]): void {
  const stations = new Map<number, CrossSection[]>();
  for (const section of sections) {
    const list = stations.get(section.station);
    if (list === undefined) stations.set(section.station, [section]);
    else list.push(section);
  }
  xml.start('CrossSects');
  for (const [sta, list] of stations) {
    xml.start('CrossSect', { sta });
    for (const { name, points } of list) {
      xml.start('DesignCrossSectSurf', { name: name || undefined });
      for (let i = 0; i + 1 < points.length; i += 2) xml.leaf('CrossSectPnt', `${points[i]} ${points[i + 1]}`);
      xml.end();
    }
    xml.end();
  }
  xml.end();
}
