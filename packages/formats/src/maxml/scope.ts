import { type JobSink, layerOf } from '@fieldbridge/fieldjob';
import { AttributeReader, type Complain } from '../codelib/style.ts';
import { checkLimit } from '../limits.ts';
import type { XmlDocument } from '../xml/document.ts';
import { unescapeForbidden } from '../xml/escape.ts';
import { FeatureScope } from '../xml/feature-scope.ts';
import { parseDouble, parseInteger } from '../xml/values.ts';

/** What the readers of one job share: the document, the sink, the layers and sources by name and number, the budget. */
export class Scope extends FeatureScope {
  readonly attributes: AttributeReader;
  readonly #layers = new Map<string, number>();
  readonly #sources: number[] = [];
  readonly #complain: Complain;
  #numbers = 0;

  constructor(document: XmlDocument, sink: JobSink) {
    super(document, sink);
    const { scanner } = document;
    this.#complain = (attribute, value) => this.badValue(attribute, value);
    this.attributes = new AttributeReader((name) => scanner.attributes.get(name), this.#complain);
  }

  /** Reports a value that cannot be read. */
  badValue(attribute: string, value: string): void {
    const { name } = this.document.scanner;
    const text = `${attribute}="${value.slice(0, 80)}" of <${name.text}> cannot be read; the default stands in`;
    this.document.report('bad-value', 'warning', text);
  }

  /** Reports and counts an element that is not known. */
  unknown(name: string): void {
    this.document.report('unknown-element', 'warning', `the element <${name}> is not known and was skipped`);
  }

  /** How many numbers may still be read, and one more, so that `spend` sees when the limit is passed. */
  get budget(): number {
    return 3 * this.document.context.limits.vertices - this.#numbers + 1;
  }

  /** Counts numbers that were read. @throws LimitError past `vertices` */
  spend(numbers: number): void {
    this.#numbers += numbers;
    checkLimit(this.document.context.limits, 'vertices', Math.ceil(this.#numbers / 3), 'the number of vertices');
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
    return this.source(this.attributes.read('source', -1, parseInteger));
  }

  /** Whether the current element has that attribute and it is a number, be it NaN. */
  hasNumber(name: string): boolean {
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

  /** Index of a source for the sink, -1 for none. */
  source(number: number): number {
    return this.#sources[number] ?? -1;
  }
}
