import { Feature, type JobInfo, type JobSink, parseUnit } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { systemCalled } from '../../kit/crs/called-system.ts';
import { WGS84 } from '../../kit/crs/crs-change.ts';
import type { XmlDocument } from '../../kit/xml/document.ts';
import { flatten, readNode, type XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';

/** Values of a point with a field in the job; the others become attributes. */
const PLACED = new Set([
  ...['pointnumber', 'name', 'code', 'description', 'easting', 'northing', 'longitude', 'latitude'],
  ...['orthoheight', 'elevation', 'stddev'],
]);

/** Values of a projection that may be its name. */
const NAMES_SYSTEM = /^(?:name|id|identifier|coordinate ?system|crs|zone)$/i;

/**
 * Reads the one known dialect: a root with `Project`, optional `Projection`, and repeated `Point` elements with
 * `PointNumber`, `Code`, `Easting` and `Northing` or `Longitude` and `Latitude`, `OrthoHeight`, `StdDev`. Points may be
 * nested deeper, values may be attributes, namespaces are ignored. The first point determines whether all are
 * geographic.
 */
export class DialectReader {
  readonly #document: XmlDocument;
  readonly #sink: JobSink;
  readonly #feature = new Feature();
  readonly #info: Partial<JobInfo> & { properties: Record<string, string> } = { properties: {} };
  #geographic: boolean | undefined;
  #count = 0;

  constructor(document: XmlDocument, sink: JobSink) {
    this.#document = document;
    this.#sink = sink;
  }

  /** Reads the current element, the root. */
  async read(): Promise<void> {
    const { name, namespace } = this.#document.scanner;
    const root = namespace === '' ? name.text : `${name.text} xmlns="${namespace}"`;
    this.#document.report(issueOf('maxml-dialect', { root }));
    await this.#children();
    if (this.#count === 0) this.#document.report(issueOf('points-missing'));
  }

  #children(): Promise<void> {
    return this.#document.children((name) => {
      if (name === 'Point') return this.#point();
      if (name === 'Project' || name === 'Projection') return this.#describe(name);
      return this.#children();
    });
  }

  #describe(name: string): void {
    const pairs = flatten(readNode(this.#document.scanner));
    for (let i = 0; i < pairs.length; i += 2) {
      const key = pairs[i]!.replace('@', '');
      const value = pairs[i + 1]!;
      this.#info.properties[`${name}/${key}`] = value;
      const epsg = /^EPSG:{0,2}\s*(\d{3,6})$/i.exec(value);
      if (epsg !== null) this.#info.crs = { kind: 'epsg', code: Number(epsg[1]) };
      else if (name === 'Projection' && NAMES_SYSTEM.test(key))
        this.#info.crs ??= systemCalled(value, (issue) => this.#document.report(issue));
      if (/unit/i.test(key)) this.#info.unit = parseUnit(value) ?? this.#info.unit;
      if (name === 'Project' && /^name$/i.test(key)) this.#info.name = value;
    }
  }

  #point(): void {
    const { context, scanner } = this.#document;
    checkLimit(context.limits, 'features', ++this.#count, 'the number of points');
    // A point in which the document is truncated is part of that damage and not counted.
    const node = readNode(scanner);
    const tally = context.tally.of('Point');
    tally.found++;
    const values = valuesOf(node);
    const number = (name: string): number => finiteDouble(values.get(name) ?? '');
    const grid = [number('easting'), number('northing')] as const;
    const earth = [number('longitude'), number('latitude')] as const;
    const hasGrid = !grid.some(Number.isNaN);
    const hasEarth = !earth.some(Number.isNaN) && Math.abs(earth[0]) <= 360 && Math.abs(earth[1]) <= 90;
    this.#decide(!hasGrid && hasEarth, hasGrid);
    const usable = this.#geographic ? hasEarth : hasGrid;
    const name = values.get('pointnumber') ?? values.get('name') ?? '';
    if (!usable) {
      tally.skipped++;
      context.report(issueOf('coordinates-missing', { kind: 'point', name }, { line: node.line }));
      return;
    }
    tally.read++;
    const [easting, northing] = this.#geographic ? earth : grid;
    const elevation = Number.isNaN(number('orthoheight')) ? number('elevation') : number('orthoheight');
    const written = values.get('orthoheight') || values.get('elevation') || '';
    if (Number.isNaN(elevation) && written.trim() !== '') {
      context.report(
        issueOf(
          'elevation-unreadable',
          { value: written.slice(0, 40) },
          { line: node.line, handle: name.slice(0, 80) },
        ),
      );
    }
    this.#sink.point(this.#fill(name, values), easting, northing, elevation);
  }

  /** Determines the kind of coordinates from the first point with a position, and describes the job. */
  #decide(geographic: boolean, grid: boolean): void {
    if (this.#geographic !== undefined || !(geographic || grid)) return;
    this.#geographic = geographic;
    this.#sink.describe({ ...this.#info, ...(geographic ? { crs: WGS84 } : {}) });
  }

  #fill(name: string, values: ReadonlyMap<string, string>): Feature {
    const feature = this.#feature.reset();
    feature.name = name;
    feature.code = values.get('code') ?? '';
    feature.description = values.get('description') ?? '';
    feature.quality = finiteDouble(values.get('stddev') ?? '');
    const pairs: string[] = [];
    for (const [key, value] of values) if (!PLACED.has(key)) pairs.push(key, value);
    feature.attributes = pairs;
    return feature;
  }
}

/** The values of a point by name: known ones in lower case, all others as written. */
function valuesOf(node: XmlNode): Map<string, string> {
  const values = new Map<string, string>();
  const pairs = flatten(node);
  for (let i = 0; i < pairs.length; i += 2) {
    const written = pairs[i]!.replace('@', '');
    const lower = written.toLowerCase();
    values.set(PLACED.has(lower) ? lower : written, pairs[i + 1]!);
  }
  return values;
}
