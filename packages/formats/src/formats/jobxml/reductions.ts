import { Feature, type JobSink } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import type { XmlDocument } from '../../kit/xml/document.ts';
import { childOf, readNode, textAt, type XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import { attributeName } from './feature-attributes.ts';
import type { CalibrationPair, FieldBook } from './field-book.ts';

/** Attributes with the WGS 84 position of a point. */
export const WGS84_ATTRIBUTES = ['wgs84Latitude', 'wgs84Longitude', 'wgs84Height'] as const;
const KEPT = ['SurveyMethod', 'Classification'] as const;

interface Position {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly ellipsoidHeight: number;
}

/** Reads the Reductions, whose coordinates are final and in metres. */
export class Reductions {
  readonly #document: XmlDocument;
  readonly #sink: JobSink;
  readonly #book: FieldBook;
  readonly #feature = new Feature();
  /** Positions of the points in calibration pairs. */
  readonly #wanted = new Map<string, Position | undefined>();
  #count = 0;

  constructor(document: XmlDocument, sink: JobSink, book: FieldBook) {
    this.#document = document;
    this.#sink = sink;
    this.#book = book;
    for (const pair of book.pairs) {
      this.#wanted.set(pair.gridPoint, undefined);
      this.#wanted.set(pair.wgs84Point, undefined);
    }
  }

  /** Reads the `Reductions` element, which is the current one. */
  async read(): Promise<void> {
    await this.#document.children((name) => {
      if (name === 'Point') this.#point();
      else this.#document.unknown(name);
    });
    for (const pair of this.#book.pairs) this.#control(pair);
  }

  #point(): void {
    const { context } = this.#document;
    checkLimit(context.limits, 'features', ++this.#count, 'the number of points');
    // A point in which the document is truncated is part of that damage and not counted.
    const node = readNode(this.#document.scanner);
    const tally = context.tally.of('Point');
    tally.found++;
    const position = positionOf(node);
    const name = textAt(node, 'Name');
    this.#book.uncomputed.placed(name);
    if (this.#wanted.has(name)) this.#wanted.set(name, position);
    if (!Number.isNaN(position.easting) && !Number.isNaN(position.northing)) {
      this.#lookAtElevation(node, name);
      tally.read++;
      this.#sink.point(this.#describe(node, position), position.easting, position.northing, position.elevation);
      return;
    }
    if (!Number.isNaN(position.latitude) && !Number.isNaN(position.longitude)) {
      tally.read++;
      context.report(issueOf('grid-missing', { name }, { line: node.line }));
      this.#emitControl(name, node, position);
      return;
    }
    tally.skipped++;
    context.report(issueOf('coordinates-missing', { kind: 'point', name }, { line: node.line }));
  }

  /** Reports an elevation that is not a number; an empty one means "not known". */
  #lookAtElevation(node: XmlNode, name: string): void {
    const written = textAt(node, 'Grid', 'Elevation');
    if (written === '' || !Number.isNaN(finiteDouble(written))) return;
    const { context } = this.#document;
    context.report(
      issueOf('elevation-unreadable', { value: written.slice(0, 40) }, { line: node.line, handle: name.slice(0, 80) }),
    );
  }

  #describe(node: XmlNode, position: Position): Feature {
    const feature = this.#feature.reset();
    const measured = this.#book.measured(textAt(node, 'ID'));
    feature.name = textAt(node, 'Name');
    feature.code = textAt(node, 'Code');
    feature.description = textAt(node, 'Description1');
    feature.time = measured?.time ?? Number.NaN;
    feature.quality = measured?.quality ?? Number.NaN;
    feature.attributes = attributesOf(node, feature.code, position);
    return feature;
  }

  #emitControl(name: string, node: XmlNode, position: Position): void {
    const unknown = { residualEasting: Number.NaN, residualNorthing: Number.NaN, residualElevation: Number.NaN };
    const code = textAt(node, 'Code');
    const description = textAt(node, 'Description1');
    this.#sink.controlPoint({
      ...{ name, code, description, ...position, ...unknown },
      useHorizontal: false,
      useVertical: false,
      source: -1,
    });
  }

  #control(pair: CalibrationPair): void {
    const grid = this.#wanted.get(pair.gridPoint);
    const earth = this.#wanted.get(pair.wgs84Point);
    if (grid === undefined || earth === undefined) {
      const { gridPoint, wgs84Point } = pair;
      this.#document.report(issueOf('calibration-point-missing', { grid: gridPoint, earth: wgs84Point }));
      return;
    }
    const { gridPoint, wgs84Point, horizontal, vertical, ...residuals } = pair;
    this.#sink.controlPoint({
      name: gridPoint,
      code: '',
      description: wgs84Point === gridPoint ? '' : wgs84Point,
      easting: grid.easting,
      northing: grid.northing,
      elevation: grid.elevation,
      latitude: earth.latitude,
      longitude: earth.longitude,
      ellipsoidHeight: earth.ellipsoidHeight,
      useHorizontal: horizontal,
      useVertical: vertical,
      ...residuals,
      source: -1,
    });
  }
}

function positionOf(node: XmlNode): Position {
  const value = (...path: string[]): number => finiteDouble(textAt(node, ...path));
  return {
    easting: value('Grid', 'East'),
    northing: value('Grid', 'North'),
    elevation: value('Grid', 'Elevation'),
    latitude: value('WGS84', 'Latitude'),
    longitude: value('WGS84', 'Longitude'),
    ellipsoidHeight: value('WGS84', 'Height'),
  };
}

/** The data of a point besides its position. */
function attributesOf(node: XmlNode, code: string, position: Position): string[] {
  const pairs: string[] = [];
  const second = textAt(node, 'Description2');
  if (second !== '') pairs.push('Description2', second);
  for (const name of KEPT) {
    const value = textAt(node, name);
    if (value !== '') pairs.push(name, value);
  }
  if (!Number.isNaN(position.latitude) && !Number.isNaN(position.longitude)) {
    for (const [name, element] of [
      ['wgs84Latitude', 'Latitude'],
      ['wgs84Longitude', 'Longitude'],
      ['wgs84Height', 'Height'],
    ] as const) {
      pairs.push(name, textAt(node, 'WGS84', element));
    }
  }
  for (const feature of childOf(node, 'Features')?.children ?? []) {
    const owner = feature.attributes.get('Name') ?? '';
    for (const attribute of feature.children) {
      if (attribute.name !== 'Attribute') continue;
      const name = textAt(attribute, 'Name');
      pairs.push(attributeName(code, owner, name), textAt(attribute, 'Value'));
    }
  }
  return pairs;
}
