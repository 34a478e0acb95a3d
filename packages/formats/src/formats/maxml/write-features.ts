import { Feature, type FieldJob, Path, type PathTable } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import { formatColour, timeText } from '../../kit/xml/values.ts';
import type { Attributes, XmlWriter } from '../../kit/xml/writer.ts';

/** Features after which a writer yields. */
const STRIDE = 4096;

/** Undefined for a default value, so that its attribute is left out. */
export function unless<T extends string | number>(value: T, usual: T): T | undefined {
  return Object.is(value, usual) ? undefined : value;
}

/** Writes points, lines, areas and texts. */
export class FeatureWriter {
  readonly #xml: XmlWriter;
  readonly #job: FieldJob;
  readonly #context: WriteContext;
  readonly #feature = new Feature();
  readonly #path = new Path();

  constructor(xml: XmlWriter, job: FieldJob, context: WriteContext) {
    this.#xml = xml;
    this.#job = job;
    this.#context = context;
  }

  async points(): Promise<void> {
    const { points } = this.#job;
    await this.#each('points', points.length, (row) => {
      const attributes = {
        ...this.#attributes(points.load(row, this.#feature)),
        easting: points.easting(row),
        northing: points.northing(row),
        elevation: unless(points.elevation(row), Number.NaN),
      };
      if (this.#feature.attributes.length === 0) {
        this.#xml.empty('Point', attributes);
        return;
      }
      this.#xml.start('Point', attributes);
      this.#pairs();
      this.#xml.end();
    });
  }

  /** @param element `Line` or `Area` */
  async paths(element: string, table: PathTable): Promise<void> {
    const path = this.#path;
    await this.#each(element, table.length, (row) => {
      const attributes = this.#attributes(table.load(row, this.#feature));
      table.loadPath(row, path);
      this.#xml.start(element, { ...attributes, closed: path.closed ? true : undefined });
      this.#pairs();
      for (let ring = 0; ring < path.rings.length; ring++) this.#ring(path.rings[ring]!, path.ringEnd(ring));
      this.#xml.end();
    });
  }

  async texts(): Promise<void> {
    const { texts } = this.#job;
    await this.#each('texts', texts.length, (row) => {
      const attributes = this.#attributes(texts.load(row, this.#feature));
      const label = texts.label(row);
      this.#xml.start('Text', {
        ...attributes,
        easting: label.easting,
        northing: label.northing,
        elevation: unless(label.elevation, Number.NaN),
        height: label.height,
        rotation: unless(label.rotation, 0),
        justification: unless(label.justification, 'left'),
        verticalJustification: unless(label.verticalJustification, 'baseline'),
      });
      this.#pairs();
      this.#xml.leaf('Content', label.text);
      this.#xml.end();
    });
  }

  #ring(from: number, to: number): void {
    const { coordinates, bulges } = this.#path;
    this.#xml.start('Ring');
    this.#xml.list('Vertices', coordinates.subarray(3 * from, 3 * to), 3);
    const bent = bulges.subarray(from, to);
    if (bent.some((bulge) => !Object.is(bulge, 0))) this.#xml.list('Bulges', bent, 16);
    this.#xml.end();
  }

  #attributes(feature: Feature): Attributes {
    return {
      name: feature.name || undefined,
      code: feature.code || undefined,
      description: feature.description || undefined,
      layer: this.#job.layers.get(feature.layer)?.name,
      colour: feature.colour === -1 ? undefined : formatColour(feature.colour),
      lineType: feature.lineType || undefined,
      lineWeight: unless(feature.lineWeight, -1),
      time: timeText(feature.time),
      quality: unless(feature.quality, Number.NaN),
      list: feature.list || undefined,
      block: feature.block || undefined,
      page: unless(feature.page, 0),
      source: unless(feature.source, -1),
    };
  }

  #pairs(): void {
    const { attributes } = this.#feature;
    for (let i = 0; i + 1 < attributes.length; i += 2) {
      this.#xml.leaf('Attribute', attributes[i + 1]!, { name: attributes[i] });
    }
  }

  async #each(what: string, count: number, write: (row: number) => void): Promise<void> {
    for (let row = 0; row < count; row++) {
      write(row);
      if (row % STRIDE !== 0) continue;
      await giveWay(row, count, this.#context, `writing ${what}`);
    }
  }
}
