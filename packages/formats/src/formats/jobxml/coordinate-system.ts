import { type Crs, LOCAL_CRS } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { systemCalled } from '../../kit/crs/called-system.ts';
import { childOf, flatten, textAt, type XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';

/** Records of the field book that form the coordinate system; each replaces the previous one. */
const RECORDS = new Set([
  'EllipsoidRecord',
  'ProjectionRecord',
  'DatumRecord',
  'HorizontalAdjustmentRecord',
  'VerticalAdjustmentRecord',
  'CoordinateSystemRecord',
  'CorrectionsRecord',
]);

/** WKT names of the supported projections with their parameters: WKT name, element. */
const PROJECTIONS: Readonly<
  Record<string, readonly [name: string, parameters: readonly (readonly [string, string])[]]>
> = {
  TransverseMercator: [
    'Transverse_Mercator',
    [
      ['latitude_of_origin', 'CentralLatitude'],
      ['central_meridian', 'CentralLongitude'],
      ['scale_factor', 'Scale'],
      ['false_easting', 'FalseEasting'],
      ['false_northing', 'FalseNorthing'],
    ],
  ],
  Lambert2Parallel: [
    'Lambert_Conformal_Conic_2SP',
    [
      ['standard_parallel_1', 'Parallel1'],
      ['standard_parallel_2', 'Parallel2'],
      ['latitude_of_origin', 'CentralLatitude'],
      ['central_meridian', 'CentralLongitude'],
      ['false_easting', 'FalseEasting'],
      ['false_northing', 'FalseNorthing'],
    ],
  ],
};

/** The coordinate system from the last records of each kind in a field book. */
export class CoordinateSystem {
  readonly #records = new Map<string, XmlNode>();

  /** Takes a record of the coordinate system; ignores others. */
  take(record: XmlNode): void {
    if (RECORDS.has(record.name)) this.#records.set(record.name, record);
  }

  /** All parameters as properties of the job: `coordinateSystem/ProjectionRecord/Projection/Type` and so on. */
  properties(): Record<string, string> {
    const properties: Record<string, string> = {};
    for (const [name, record] of this.#records) {
      const pairs = flatten(record);
      for (let i = 0; i < pairs.length; i += 2) {
        if (!pairs[i]!.startsWith('@')) properties[`coordinateSystem/${name}/${pairs[i]}`] = pairs[i + 1]!;
      }
    }
    return properties;
  }

  /**
   * The system as WKT if that describes it completely: a known projection on WGS 84, without local adjustment, ground
   * scale or rotated axes. Otherwise the registered system of the stated name, unless the grid is adjusted, or a local
   * grid of that name.
   * @param report receives the note about a system that is known by its name
   */
  crs(report: (issue: Issue) => void): Crs {
    const system = this.#records.get('CoordinateSystemRecord');
    const names = system === undefined ? [] : [textAt(system, 'SystemName'), textAt(system, 'ZoneName')];
    const name = names.filter((part) => part !== '').join(' ');
    const wkt = this.#wkt(name || 'JobXML');
    if (wkt !== undefined) return { kind: 'wkt', wkt, name: name || undefined };
    const called = this.#isUnadjusted()
      ? (systemCalled(name, report) ?? systemCalled(names[1] ?? '', report))
      : undefined;
    return called ?? (name === '' ? LOCAL_CRS : { kind: 'local', name });
  }

  #text(record: string, ...path: readonly string[]): string {
    const node = this.#records.get(record);
    return node === undefined ? '' : textAt(node, ...path);
  }

  #wkt(name: string): string | undefined {
    const projection = this.#records.get('ProjectionRecord');
    const known = PROJECTIONS[this.#text('ProjectionRecord', 'Projection', 'Type')];
    if (projection === undefined || known === undefined || !this.#isPlain()) return undefined;
    const radius = finiteDouble(this.#text('EllipsoidRecord', 'EarthRadius'));
    const flattening = finiteDouble(this.#text('EllipsoidRecord', 'Flattening'));
    const parameters = known[1].map(([wktName, element]) => {
      const value = finiteDouble(textAt(projection, 'Projection', element));
      return { text: `PARAMETER["${wktName}",${value}]`, value };
    });
    if (!(radius > 0) || !(flattening >= 0) || parameters.some(({ value }) => Number.isNaN(value))) return undefined;
    const inverse = flattening === 0 ? 0 : 1 / flattening;
    const quoted = name.replaceAll('"', "'");
    return (
      `PROJCS["${quoted}",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["JobXML",${radius},${inverse}],TOWGS84[0,0,0,0,0,0,0]],` +
      `PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["${known[0]}"],` +
      `${parameters.map(({ text }) => text).join(',')},UNIT["metre",1],AXIS["Easting",EAST],AXIS["Northing",NORTH]]`
    );
  }

  /** Whether only the projection separates WGS 84 and the grid. */
  #isPlain(): boolean {
    const datum = this.#records.get('DatumRecord');
    const shifts = ['RotationX', 'RotationY', 'RotationZ', 'TranslationX', 'TranslationY', 'TranslationZ'];
    const kind = this.#text('DatumRecord', 'Type');
    const shifted =
      datum !== undefined &&
      (shifts.some((name) => Number(textAt(datum, name)) !== 0) ||
        (childOf(datum, 'Scale') !== undefined && finiteDouble(textAt(datum, 'Scale')) !== 1));
    return (
      ['SevenParameter', 'ThreeParameter'].includes(kind) &&
      !shifted &&
      this.#text('ProjectionRecord', 'Projection', 'ShiftGridFileName') === '' &&
      this.#isUnadjusted()
    );
  }

  /** Whether the coordinates are those of the projection: without a site's scale, adjustment or turned axes. */
  #isUnadjusted(): boolean {
    const orientation = this.#text('CorrectionsRecord', 'GridOrientation');
    return (
      ['', 'Grid'].includes(this.#text('ProjectionRecord', 'LocalSite', 'Type')) &&
      ['', 'NoAdjustment'].includes(this.#text('HorizontalAdjustmentRecord', 'Type')) &&
      ['', 'IncreasingNorthEast'].includes(orientation)
    );
  }
}
