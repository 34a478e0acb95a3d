import { type JobSink, layerOf } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import type { XmlDocument } from '../../kit/xml/document.ts';
import { unescapeForbidden } from '../../kit/xml/escape.ts';
import { FeatureScope } from '../../kit/xml/feature-scope.ts';
import { parseDouble, parseInteger } from '../../kit/xml/values.ts';
import { AttributeReader, type Complain } from '../codelib/style.ts';

/** What the readers of one job share: the document, the sink, the layers and sources by name and number, the budget. */
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

  /** Reports a value that cannot be read. */
  badValue(attribute: string, value: string): void {
    const { name } = this.document.scanner;
    this.document.report(issueOf('bad-value', { attribute, value: value.slice(0, 80), element: name.text }));
  }

  /** Reports and counts an element that is not known. */
  unknown(name: string): void {
    this.document.unknown(name);
  }

  /** How many numbers may still be read, and one more, so that `spend` sees when the limit is passed. */
  get budget(): number {
    return 3 * this.document.context.limits.vertices - this.document.numbers + 1;
  }

  /** Counts numbers that were read. @throws LimitError past `vertices` */
  spend(numbers: number): void {
    this.document.numbers += numbers;
    checkLimit(
      this.document.context.limits,
      'vertices',
      Math.ceil(this.document.numbers / 3),
      'the number of vertices',
    );
  }

  /** Index of a layer for the sink; one that was not declared is declared now. */
  layer(name: string | undefined): number {
    if (name === undefined) return -1;
    let index = this.#layers.get(name);
    if (index === undefined) {
      index = this.sink.layer(layerOf(name));
      this.#layers.set(name, index);
    }
    return index;
  }

  /** Index of the layer that the current element names, -1 for none. */
  currentLayer(): number {
    const name = this.document.scanner.attributes.get('layer');
    return this.layer(name === undefined ? undefined : unescapeForbidden(name));
  }

  /** Index of the source that the current element names, -1 for none. */
  currentSource(): number {
    const number = this.attributes.read('source', -1, parseInteger);
    const source = this.#sources[number];
    if (source === undefined && number !== -1) this.badValue('source', String(number));
    return source ?? -1;
  }

  /**
   * Whether the current element, which was counted as found, has an easting and a northing: numbers, be they NaN. One without is skipped and told.
   * @param type its name @param name what it calls itself
   */
  hasPosition(type: string, name: string): boolean {
    if (this.#hasNumber('easting') && this.#hasNumber('northing')) return true;
    this.skipped(type, issueOf('coordinates-missing', { kind: type.toLowerCase(), name }));
    return false;
  }

  #hasNumber(name: string): boolean {
    return parseDouble(this.document.scanner.attributes.get(name) ?? '') !== undefined;
  }

  /** Remembers a layer that was declared. */
  declareLayer(name: string, index: number): void {
    this.#layers.set(name, index);
  }

  /** Remembers a source; they are numbered in the order of the file. */
  declareSource(index: number): void {
    this.#sources.push(index);
  }
}
