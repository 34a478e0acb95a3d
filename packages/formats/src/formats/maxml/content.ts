import {
  type Crs,
  type JobInfo,
  type JobSink,
  LOCAL_CRS,
  type SelectionKind,
  UNITS,
  type Unit,
} from '@fieldbridge/fieldjob';
import type { XmlDocument } from '../../kit/xml/document.ts';
import { unescapeForbidden } from '../../kit/xml/escape.ts';
import { readNode } from '../../kit/xml/node.ts';
import { parseInteger, parseTimeText } from '../../kit/xml/values.ts';
import { codeKindOf, readCode } from '../codelib/code-element.ts';
import { readLayer } from '../codelib/style.ts';
import { FeatureReader } from './features.ts';
import { readAlignment, readControlPoint, readObservation, readPlane } from './records.ts';
import { Scope } from './scope.ts';
import { readSurface } from './surface.ts';

type ItemReader = () => void | Promise<void>;

/** Kinds of data in the sections, for selection. */
const KIND_OF: ReadonlyMap<string, SelectionKind> = new Map([
  ['Codes', 'code'],
  ['Points', 'point'],
  ['Lines', 'line'],
  ['Areas', 'area'],
  ['Texts', 'text'],
  ['Surfaces', 'surface'],
  ['Alignments', 'alignment'],
  ['Planes', 'plane'],
  ['ControlPoints', 'controlPoint'],
  ['Observations', 'observation'],
]);

/** Reads the sections of a job, in any order. */
export class ContentReader {
  readonly scope: Scope;
  readonly #document: XmlDocument;
  readonly #sink: JobSink;
  readonly #sections: Readonly<Record<string, Readonly<Record<string, ItemReader>>>>;

  constructor(document: XmlDocument, sink: JobSink) {
    this.#document = document;
    this.#sink = sink;
    this.scope = new Scope(document, sink);
    const { scope } = this;
    const features = new FeatureReader(scope);
    this.#sections = {
      Sources: { Source: () => this.#source() },
      Layers: { Layer: () => this.#layer() },
      Codes: { PointCode: () => this.#code(), LineCode: () => this.#code(), AreaCode: () => this.#code() },
      Points: { Point: () => features.point() },
      Lines: { Line: () => features.path('Line') },
      Areas: { Area: () => features.path('Area') },
      Texts: { Text: () => features.text() },
      Surfaces: { Surface: () => readSurface(scope) },
      Alignments: { Alignment: () => readAlignment(scope) },
      Planes: { Plane: () => readPlane(scope) },
      ControlPoints: { ControlPoint: () => readControlPoint(scope) },
      Observations: { Observation: () => readObservation(scope) },
    };
  }

  /** Reads the current section. */
  section(name: string): void | Promise<void> {
    if (name === 'Job') return this.#info();
    const items = Object.hasOwn(this.#sections, name) ? this.#sections[name] : undefined;
    if (items === undefined) return this.scope.unknown(name);
    // The contents of a drawing are selected with the drawing.
    if (this.#document.about?.kind !== 'drawing') {
      const kind = KIND_OF.get(name);
      this.#document.about = kind === undefined ? undefined : { kind };
    }
    return this.#document.children((child) => {
      const read = Object.hasOwn(items, child) ? items[child] : undefined;
      if (read === undefined) return this.scope.unknown(child);
      return read();
    });
  }

  #info(): void {
    const { attributes } = this.scope;
    const info: Partial<JobInfo> = {
      name: attributes.text('name'),
      description: attributes.text('description'),
      unit: attributes.read('unit', undefined, (text) => UNITS.find((unit: Unit) => unit === text.trim())),
      createdAt: attributes.read('createdAt', Number.NaN, parseTimeText),
    };
    const properties: [string, string][] = [];
    this.#document.eachChild((name) => {
      if (name === 'Crs') info.crs = this.#crs();
      else if (name === 'Property') {
        const key = attributes.text('name');
        properties.push([key, unescapeForbidden(this.#document.text())]);
      } else this.scope.unknown(name);
    });
    // Object.fromEntries creates own properties even for names like __proto__.
    this.#sink.describe({ ...info, properties: Object.fromEntries(properties) });
  }

  #crs(): Crs {
    const { attributes } = this.scope;
    const given = this.#document.scanner.attributes.get('name');
    const name = given === undefined ? {} : { name: unescapeForbidden(given) };
    const kind = attributes.text('kind');
    if (kind === 'epsg') {
      const code = attributes.read('code', undefined, parseInteger);
      const vertical = attributes.read('vertical', undefined, parseInteger);
      if (code !== undefined) return { kind, code, ...(vertical !== undefined && { vertical }), ...name };
    } else if (kind === 'wkt') return { kind, wkt: unescapeForbidden(this.#document.text()), ...name };
    else if (kind !== 'local') this.scope.badValue('kind', kind);
    return { ...LOCAL_CRS, ...name };
  }

  #source(): void {
    const { attributes } = this.scope;
    const fileName = attributes.text('fileName');
    const format = attributes.text('format');
    const sha256 = attributes.text('sha256');
    const importedAt = attributes.read('importedAt', Number.NaN, parseTimeText);
    this.scope.declareSource(this.#sink.source({ fileName, format, sha256, importedAt }));
  }

  #layer(): void {
    this.scope.found('Layer');
    const layer = readLayer(this.scope.attributes);
    this.scope.declareLayer(layer.name, this.#sink.layer(layer));
  }

  #code(): void {
    const { scanner, context } = this.#document;
    const kind = codeKindOf(scanner.name.local)!;
    this.scope.found(scanner.name.local);
    const node = readNode(scanner);
    this.#sink.code(readCode(node, kind, context.report));
  }
}
