import type { JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { readXml, type XmlDocument } from '../../kit/xml/document.ts';
import { readNode } from '../../kit/xml/node.ts';
import { codeKindOf, type ReportNode, readCode, readerOf } from './code-element.ts';
import { CODE_LIBRARY_NAMESPACE, CODE_LIBRARY_ROOT, CODE_LIBRARY_VERSION } from './profile.ts';
import { readLayer } from './style.ts';

/**
 * Reads a code library: layers first, then codes, in any order of the file. Unknown elements, and a second code of the
 * same kind and name, are skipped and reported.
 */
export async function readCodeLibrary(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  let version = '';
  await readXml(source, context, async (document) => {
    version = openLibrary(document);
    const library = new LibraryReader(document, sink);
    await document.children((name) => library.element(name));
  });
  return { version };
}

/** Opens the root element; returns the version. */
function openLibrary(document: XmlDocument): string {
  const root = document.root();
  const { scanner } = document;
  if (root !== CODE_LIBRARY_ROOT) {
    throw new FormatError('codelib-wrong-root', { root, expected: CODE_LIBRARY_ROOT });
  }
  const version = scanner.attributes.get('version') ?? '';
  if (scanner.namespace !== CODE_LIBRARY_NAMESPACE) {
    const found = scanner.namespace === '' ? 'no namespace' : `the namespace ${scanner.namespace}`;
    document.report(issueOf('namespace-unknown', { found, used: CODE_LIBRARY_NAMESPACE }));
  } else if (
    /^\d+/.exec(version) !== null &&
    Number.parseInt(version, 10) > Number.parseInt(CODE_LIBRARY_VERSION, 10)
  ) {
    throw new FormatError('codelib-version', { version, newest: CODE_LIBRARY_VERSION });
  }
  return version;
}

class LibraryReader {
  readonly #document: XmlDocument;
  readonly #sink: JobSink;
  readonly #seen = new Set<string>();
  readonly #report: ReportNode;

  constructor(document: XmlDocument, sink: JobSink) {
    this.#document = document;
    this.#sink = sink;
    this.#report = document.context.report;
  }

  /** Reads a child of the root, or of a grouping element. */
  element(name: string): void | Promise<void> {
    if (name === 'Layers' || name === 'Codes') return this.#document.children((child) => this.element(child));
    if (name === 'Layer') return this.#layer();
    const kind = codeKindOf(name);
    if (kind !== undefined) return this.#code(name, kind);
    this.#document.context.tally.of(name).found++;
    this.#document.context.tally.of(name).skipped++;
    this.#document.unknown(name);
  }

  #layer(): void {
    // An element that is cut off by the end of the file is part of the damage, not a layer that was found.
    const node = readNode(this.#document.scanner);
    const tally = this.#document.context.tally.of('Layer');
    tally.found++;
    const layer = readLayer(readerOf(node, this.#report));
    if (layer.name === '') {
      tally.skipped++;
      this.#report(issueOf('name-missing', { kind: 'layer' }, { line: node.line }));
      return;
    }
    tally.read++;
    this.#sink.layer(layer);
  }

  #code(element: string, kind: NonNullable<ReturnType<typeof codeKindOf>>): void {
    const { context, scanner } = this.#document;
    const node = readNode(scanner);
    const tally = context.tally.of(element);
    tally.found++;
    const code = readCode(node, kind, this.#report);
    const key = `${kind} ${code.name}`;
    if (code.name === '' || this.#seen.has(key)) {
      tally.skipped++;
      const { line } = node;
      if (code.name === '') this.#report(issueOf('name-missing', { kind: `${kind} code` }, { line }));
      else this.#report(issueOf('duplicate-code', { kind, name: code.name }, { line }));
      return;
    }
    this.#seen.add(key);
    checkLimit(context.limits, 'features', this.#seen.size, 'the number of codes');
    tally.read++;
    this.#sink.code(code);
  }
}
