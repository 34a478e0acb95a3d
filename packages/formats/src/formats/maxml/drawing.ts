import { createHash } from 'node:crypto';
import { FieldJob, JobBuilder, type JobSink, type Placement } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import type { XmlDocument } from '../../kit/xml/document.ts';
import { END, TEXT } from '../../kit/xml/scanner.ts';
import { parseDouble, parseInteger } from '../../kit/xml/values.ts';
import { ContentReader } from './content.ts';
import type { Scope } from './scope.ts';

/** Base64 (RFC 4648, 4), with optional padding. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const KINDS = ['none', 'point', 'line', 'scale'] as const;

/** Reads a background drawing: its placement, its file and its scene, a nested job. */
export async function readDrawing(document: XmlDocument, sink: JobSink, { scope }: ContentReader): Promise<void> {
  const { attributes } = scope;
  scope.found('Drawing');
  const head = {
    name: attributes.text('name'),
    fileName: attributes.text('fileName'),
    format: attributes.text('format'),
    mediaType: attributes.text('mediaType'),
    sha256: attributes.text('sha256'),
    source: scope.currentSource(),
  };
  const stated = attributes.read('size', 0, parseInteger);
  let placement: Placement = { kind: 'none', from: [], to: [], scale: 1 };
  let bytes: Uint8Array | undefined;
  let scene = new FieldJob();
  await document.children((name) => {
    if (name === 'Placement') placement = readPlacement(scope);
    else if (name === 'File') bytes = readFile(document);
    else if (name === 'Scene') {
      const builder = new JobBuilder();
      scene = builder.job;
      const content = new ContentReader(document, builder);
      return document.children((child) => content.section(child));
    } else scope.unknown(name);
  });
  if (bytes !== undefined && head.sha256 !== '') checkDigest(scope, head.name, head.sha256, bytes);
  const file = bytes;
  const read = file === undefined ? null : () => file;
  sink.drawing({ ...head, read, size: file?.length ?? stated, placement, scene });
}

function readPlacement(scope: Scope): Placement {
  const { attributes, document } = scope;
  const kind = attributes.read('kind', 'none', (text) => KINDS.find((one) => one === text));
  const scale = attributes.read('scale', 1, parseDouble);
  const pairs: Record<'From' | 'To', (readonly [number, number])[]> = { From: [], To: [] };
  document.eachChild((name) => {
    if (name !== 'From' && name !== 'To') {
      scope.unknown(name);
      return;
    }
    const easting = attributes.read('easting', Number.NaN, parseDouble);
    const northing = attributes.read('northing', Number.NaN, parseDouble);
    if (!Number.isNaN(easting + northing)) pairs[name].push([easting, northing]);
    else document.report(issueOf('placement-damaged', { element: name }));
  });
  return { kind, from: pairs.From, to: pairs.To, scale };
}

/** The bytes of the current element's base64; blanks are skipped, other characters reported. */
function readFile(document: XmlDocument): Uint8Array {
  const { scanner } = document;
  const depth = scanner.depth;
  const parts: Buffer[] = [];
  let rest = '';
  let size = 0;
  let foreign = false;
  let ended = false;
  for (;;) {
    const event = scanner.next();
    if (event === END && scanner.depth === depth) break;
    if (event !== TEXT) continue;
    // Four characters are three bytes, wherever the text is split.
    const text = rest + scanner.text().replace(/\s+/g, '');
    if (text === '') continue;
    foreign ||= ended || !BASE64.test(text);
    const whole = text.length - (text.length % 4);
    ended = whole > 0 && text.endsWith('=');
    parts.push(Buffer.from(text.slice(0, whole), 'base64'));
    rest = text.slice(whole);
    size += parts.at(-1)!.length;
    checkLimit(document.context.limits, 'unpackedBytes', size, 'the file of a drawing');
  }
  parts.push(Buffer.from(rest, 'base64'));
  if (foreign || rest !== '') document.report(issueOf('file-damaged'));
  return Uint8Array.from(Buffer.concat(parts));
}

function checkDigest(scope: Scope, name: string, stated: string, bytes: Uint8Array): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found === stated.toLowerCase()) return;
  scope.document.report(issueOf('drawing-digest-mismatch', { name, found, stated: stated.slice(0, 80) }));
}
