import type { JobSink, Observation } from '@fieldbridge/fieldjob';
import { checkLimit } from '../../core/limits.ts';
import { Uncomputed } from '../../kit/losses/uncomputed.ts';
import type { XmlDocument } from '../../kit/xml/document.ts';
import { flatten, readNode, textAt, type XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble, parseTime } from '../../kit/xml/values.ts';
import { CoordinateSystem } from './coordinate-system.ts';

/** Most records that wait for the time zone, which a field book states after its first dozen records. */
const MOST_WAITING = 1000;

/** Properties that a point of the Reductions takes from the record that measured it. */
export interface Measured {
  readonly time: number;
  /** Horizontal precision in metres, or NaN. */
  readonly quality: number;
}

/** A pair of points from the site calibration. */
export interface CalibrationPair {
  readonly gridPoint: string;
  readonly wgs84Point: string;
  readonly horizontal: boolean;
  readonly vertical: boolean;
  readonly residualEasting: number;
  readonly residualNorthing: number;
  readonly residualElevation: number;
}

/** Reads the field book: every record becomes an observation, and some are kept for the Reductions. */
export class FieldBook {
  readonly coordinateSystem = new CoordinateSystem();
  readonly pairs: CalibrationPair[] = [];
  /** Points of the book whose coordinates are in the Reductions. */
  readonly uncomputed = new Uncomputed();
  readonly #document: XmlDocument;
  readonly #sink: JobSink;
  readonly #measured = new Map<string, Measured>();
  readonly #stations = new Map<string, string>();
  readonly #waiting: XmlNode[] = [];
  #zone: number | undefined;
  #count = 0;

  constructor(document: XmlDocument, sink: JobSink) {
    this.#document = document;
    this.#sink = sink;
  }

  /** Hours that convert local time to UTC at the end of the book; undefined if not stated. */
  get zone(): number | undefined {
    return this.#zone;
  }

  /** The record that measured a point, by its ID. */
  measured(id: string): Measured | undefined {
    return this.#measured.get(id);
  }

  /** Reads the `FieldBook` element, which is the current one. */
  async read(): Promise<void> {
    const tally = this.#document.context.tally;
    await this.#document.children((name) => {
      const counts = tally.of(name);
      counts.found++;
      counts.read++;
      checkLimit(this.#document.context.limits, 'features', ++this.#count, 'the number of records of the field book');
      this.#take(readNode(this.#document.scanner));
    });
    this.#release();
  }

  #take(record: XmlNode): void {
    if (record.name === 'TimeZoneRecord') {
      const hours = finiteDouble(textAt(record, 'HoursToUTC'));
      if (Math.abs(hours) <= 24) this.#zone = hours;
    }
    this.#waiting.push(record);
    if (this.#zone !== undefined || this.#waiting.length >= MOST_WAITING) this.#release();
  }

  #release(): void {
    for (const record of this.#waiting) this.#emit(record);
    this.#waiting.length = 0;
  }

  #emit(record: XmlNode): void {
    const id = record.attributes.get('ID') ?? '';
    const time = parseTime(record.attributes.get('TimeStamp') ?? '', this.#zone);
    this.coordinateSystem.take(record);
    if (record.name === 'StationRecord') this.#stations.set(id, textAt(record, 'StationName'));
    if (record.name === 'PointRecord') {
      this.#measured.set(id, { time, quality: finiteDouble(textAt(record, 'Precision', 'Horizontal')) });
      if (textAt(record, 'Deleted') !== 'true') this.uncomputed.measured(textAt(record, 'Name'), record.line);
    }
    if (record.name === 'CalibrationPointRecord') this.pairs.push(pairOf(record));
    this.#sink.observation(this.#observation(record, time));
  }

  #observation(record: XmlNode, time: number): Observation {
    const station =
      textAt(record, 'StationName') || this.#stations.get(textAt(record, 'StationID')) || textAt(record, 'RTK_Base');
    const target = textAt(record, 'Name') || textAt(record, 'BackSight') || textAt(record, 'PointName');
    return { kind: record.name, station, target, time, values: flatten(record), source: -1 };
  }
}

function pairOf(record: XmlNode): CalibrationPair {
  const dimension = textAt(record, 'Dimension');
  return {
    gridPoint: textAt(record, 'GridPointName'),
    wgs84Point: textAt(record, 'WGS84PointName'),
    horizontal: dimension === '2D' || dimension === '3D',
    vertical: dimension === '1D' || dimension === '3D',
    residualEasting: finiteDouble(textAt(record, 'GridResidual', 'DeltaEast')),
    residualNorthing: finiteDouble(textAt(record, 'GridResidual', 'DeltaNorth')),
    residualElevation: finiteDouble(textAt(record, 'GridResidual', 'DeltaElevation')),
  };
}
