import { Feature, JUSTIFICATIONS, labelOf, Path, VERTICAL_JUSTIFICATIONS } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { ClausesOf } from '../../core/issues/sentence.ts';
import { unescapeForbidden } from '../../kit/xml/escape.ts';
import { readNumbers } from '../../kit/xml/number-list.ts';
import {
  parseBoolean,
  parseColour,
  parseDouble,
  parseInt32,
  parseTimeText,
  parseUnsignedInt32,
} from '../../kit/xml/values.ts';
import type { Scope } from './scope.ts';

type GeometryFault = ClausesOf<'geometry-damaged'>;

/** Reads points, lines, areas and texts. */
export class FeatureReader {
  readonly #scope: Scope;
  readonly #feature = new Feature();
  readonly #path = new Path();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  point(): void {
    const { attributes } = this.#scope;
    this.#scope.found('Point');
    const feature = this.#begin();
    const easting = attributes.read('easting', Number.NaN, parseDouble);
    const northing = attributes.read('northing', Number.NaN, parseDouble);
    const elevation = attributes.read('elevation', Number.NaN, parseDouble);
    if (!this.#scope.hasPosition('Point', feature.name)) return;
    const pairs: string[] = [];
    this.#scope.document.eachChild((name) => {
      if (name === 'Attribute') this.#pair(pairs);
      else this.#scope.unknown(name);
    });
    feature.attributes = pairs;
    this.#scope.sink.point(feature, easting, northing, elevation);
  }

  /** @param element `Line` or `Area` */
  path(element: 'Line' | 'Area'): void {
    this.#scope.found(element);
    const feature = this.#begin();
    const path = this.#path.clear();
    const pairs: string[] = [];
    const closed = this.#scope.attributes.read('closed', false, parseBoolean);
    path.closed = closed || element === 'Area';
    let fault: GeometryFault | undefined;
    let rings = 0;
    this.#scope.document.eachChild((name) => {
      if (name === 'Attribute') this.#pair(pairs);
      else if (name !== 'Ring') this.#scope.unknown(name);
      else if (element === 'Line' && rings++ > 0) fault ??= { fault: 'several-rings' };
      else fault ??= this.#ring();
    });
    feature.attributes = pairs;
    if (fault !== undefined) {
      const what = `the ${element.toLowerCase()} "${feature.name}"`;
      this.#scope.skipped(element, issueOf('geometry-damaged', { what, ...fault }));
    } else if (element === 'Line') this.#scope.sink.line(feature, path);
    else this.#scope.sink.area(feature, path);
  }

  text(): void {
    const { attributes, document, sink } = this.#scope;
    this.#scope.found('Text');
    const feature = this.#begin();
    const label = labelOf(
      '',
      attributes.read('easting', Number.NaN, parseDouble),
      attributes.read('northing', Number.NaN, parseDouble),
      {
        elevation: attributes.read('elevation', Number.NaN, parseDouble),
        height: attributes.read('height', 1, parseDouble),
        rotation: attributes.read('rotation', 0, parseDouble),
        justification: attributes.read('justification', 'left', (text) => JUSTIFICATIONS.find((one) => one === text)),
        verticalJustification: attributes.read('verticalJustification', 'baseline', (text) =>
          VERTICAL_JUSTIFICATIONS.find((one) => one === text),
        ),
      },
    );
    if (!this.#scope.hasPosition('Text', feature.name)) return;
    const pairs: string[] = [];
    document.eachChild((name) => {
      if (name === 'Attribute') this.#pair(pairs);
      else if (name === 'Content') label.text = unescapeForbidden(document.text());
      else this.#scope.unknown(name);
    });
    feature.attributes = pairs;
    sink.text(feature, label);
  }

  /** Fills the feature from the attributes of the current element. */
  #begin(): Feature {
    const { attributes } = this.#scope;
    const feature = this.#feature.reset();
    feature.name = attributes.text('name');
    feature.code = attributes.text('code');
    feature.description = attributes.text('description');
    feature.layer = this.#scope.currentLayer();
    feature.colour = attributes.read('colour', -1, parseColour);
    feature.lineType = attributes.text('lineType');
    feature.lineWeight = attributes.read('lineWeight', -1, parseInt32);
    feature.time = attributes.read('time', Number.NaN, parseTimeText);
    feature.quality = attributes.read('quality', Number.NaN, parseDouble);
    feature.list = attributes.text('list');
    feature.block = attributes.text('block');
    feature.page = attributes.read('page', 0, parseUnsignedInt32);
    feature.source = this.#scope.currentSource();
    return feature;
  }

  #pair(pairs: string[]): void {
    const name = this.#scope.attributes.text('name');
    pairs.push(name, unescapeForbidden(this.#scope.document.text()));
  }

  /** Adds a ring to the path; returns its fault, if any. */
  #ring(): GeometryFault | undefined {
    const { document } = this.#scope;
    const path = this.#path;
    let vertices: Float64Array | undefined;
    let bulges: Float64Array = new Float64Array(0);
    let fault: GeometryFault | undefined;
    document.eachChild((name) => {
      if (name !== 'Vertices' && name !== 'Bulges') {
        this.#scope.unknown(name);
        return;
      }
      const { numbers, bad } = readNumbers(document.scanner, this.#scope.budget);
      this.#scope.spend(numbers.length);
      if (bad !== undefined) fault ??= { fault: 'not-a-number', word: bad };
      if (name === 'Vertices') vertices = numbers;
      else bulges = numbers;
    });
    if (fault !== undefined) return fault;
    if (vertices === undefined) return { fault: 'no-vertex' };
    if (vertices.length % 3 !== 0) return { fault: 'ring-not-triples', numbers: vertices.length };
    if (bulges.length > 0 && bulges.length * 3 !== vertices.length) return { fault: 'bulges' };
    path.ring();
    for (let i = 0; i < vertices.length / 3; i++) {
      path.vertex(vertices[3 * i]!, vertices[3 * i + 1]!, vertices[3 * i + 2]!, bulges[i] ?? 0);
    }
    return undefined;
  }
}
