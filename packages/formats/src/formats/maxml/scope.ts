import { type JobSink, layerOf } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import type { XmlDocument } from '../../kit/xml/document.ts';
import { unescapeForbidden } from '../../kit/xml/escape.ts';
import { FeatureScope } from '../../kit/xml/feature-scope.ts';
import { parseDouble, parseInteger } from '../../kit/xml/values.ts';
import { AttributeReader, type Complain } from '../codelib/style.ts';

/**
 * State shared by the readers of one job: the document, the sink, the layers and sources by name and number, the
 * budget.
 */
export class Scope extends FeatureScope {
  readonly attributes: AttributeReader;
  readonly #layers = new Map<string, number>();
  readonly #sources: number[] = [];
  readonly #complain: Complain;

  constructor(document: XmlDocument, sink: JobSink) {
    super(document, sink);
    const { scanner } = document;
    this.#complain = (attribute, value) => this.badValue(attribute, value);
    this.attributes = new AttributeReader((name) => scanner.attributes.get(name), this.#complain);
  }

  /** Reports an unreadable value. */
  badValue(attribute: string, value: string): void {
    const { name } = this.document.scanner;
    this.document.report(issueOf('bad-value', { attribute, value: value.slice(0, 80), element: name.text }));
  }

  /** Reports and counts an unknown element. */
  unknown(name: string): void {
    this.document.unknown(name);
  }

  /** The remaining number of values plus one, so that `spend` notices when the limit is exceeded. */
  get budget(): number {
    return 3 * this.document.context.limits.vertices - this.document.numbers + 1;
  }

  /** Counts list values. @throws LimitError past `vertices` */
  spend(numbers: number): void {
    this.document.numbers += numbers;
    checkLimit(
      this.document.context.limits,
      'vertices',
      Math.ceil(this.document.numbers / 3),
      'the number of vertices',
    );
  }

  /** Index of a layer in the sink; an undeclared one is declared. */
  layer(name: string | undefined): number {
    if (name === undefined) return -1;
    let index = this.#layers.get(name);
    if (index === undefined) {
      index = this.sink.layer(layerOf(name));
      this.#layers.set(name, index);
    }
    return index;
  }

  /** Index of the layer of the current element, or -1. */
  currentLayer(): number {
    const name = this.document.scanner.attributes.get('layer');
    return this.layer(name === undefined ? undefined : unescapeForbidden(name));
  }

  /** Index of the source of the current element, or -1. */
  currentSource(): number {
    const number = this.attributes.read('source', -1, parseInteger);
    const source = this.#sources[number];
    if (source === undefined && number !== -1) this.badValue('source', String(number));
    return source ?? -1;
  }

  /**
   * Whether the current element, already counted as found, has an easting and a northing (NaN included). If not, it is
   * skipped and reported.
   * @param type its element name @param name its own name
   */
  hasPosition(type: string, name: string): boolean {
    if (this.#hasNumber('easting') && this.#hasNumber('northing')) return true;
    this.skipped(type, issueOf('coordinates-missing', { kind: type.toLowerCase(), name }));
    return false;
  }

  #hasNumber(name: string): boolean {
    return parseDouble(this.document.scanner.attributes.get(name) ?? '') !== undefined;
  }

  /** Stores a declared layer. */
  declareLayer(name: string, index: number): void {
    this.#layers.set(name, index);
  }

  /** Stores a source; they are numbered in the order of the file. */
  declareSource(index: number): void {
    this.#sources.push(index);
  }
}
