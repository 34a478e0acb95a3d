import { parse, resolve } from 'node:path';
import {
  convertLength,
  emitJob,
  ForwardSink,
  JobBuilder,
  type JobInfo,
  type JobSink,
  type Unit,
} from '@fieldbridge/fieldjob';
import { type Attachment, placementOf } from '../../core/attachment.ts';
import { type ByteSource, FileSource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import type { Format, ReadContext, Reader, ReadSummary } from '../../core/format.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { SourceTally } from '../../core/tally.ts';
import { ClipBoundary } from '../../kit/cad/clip/boundary.ts';
import { ClippedSink } from '../../kit/cad/clip/clipped-sink.ts';
import { detect } from '../detect.ts';
import { parseImportOptions } from '../import-options.ts';
import { placedAt } from '../issue-places.ts';
import { AttachedSink } from './attached-sink.ts';
import { ReferenceFiles } from './reference-files.ts';

/** Most attachments that are read, nested ones included. */
const MOST_ATTACHED = 1000;

/** Formats whose files may embed the files that they attach. */
const EMBEDDING: ReadonlySet<string> = new Set(['dgn']);

/**
 * A reader that also reads the files that a drawing attaches, and their attachments: embedded files, and files in the
 * folder if there is one.
 */
export function withReferences(read: Reader, { id }: Format, folder: string | undefined): Reader {
  if (folder === undefined && !EMBEDDING.has(id)) return read;
  return (source, sink, context) => {
    const key = keyOf(source.path ?? '', '', String(context.options['model'] ?? ''));
    const files = folder === undefined ? undefined : new ReferenceFiles(folder);
    return new ReferenceReader(files).read(read, source, sink, context, [key]);
  };
}

class ReferenceReader {
  readonly #files: ReferenceFiles | undefined;
  #attached = 0;
  #features = 0;

  /** @param files undefined to read only what the drawing's own file embeds */
  constructor(files: ReferenceFiles | undefined) {
    this.#files = files;
  }

  /** @param chain the files and models that attach this one, itself last */
  async read(
    read: Reader,
    source: ByteSource,
    sink: JobSink,
    context: ReadContext,
    chain: readonly string[],
  ): Promise<ReadSummary> {
    const found: Attachment[] = [];
    const host = new UnitSink(sink);
    const attach = (attachment: Attachment): void => {
      if (++this.#attached <= MOST_ATTACHED) found.push(attachment);
      else if (this.#attached === MOST_ATTACHED + 1) context.report(issueOf('attached-limit', { most: MOST_ATTACHED }));
    };
    const outside = this.#files === undefined ? {} : { attach };
    const summary = await read(source, host, { ...context, ...outside, attachEmbedded: attach });
    for (const attachment of found) await this.#show(attachment, source, host, context, chain);
    return summary;
  }

  async #show(
    attachment: Attachment,
    from: ByteSource,
    host: UnitSink,
    context: ReadContext,
    chain: readonly string[],
  ): Promise<void> {
    const { model, place, embedded = '' } = attachment;
    const path = attachment.file === '' ? (from.path ?? '') : this.#files?.find(attachment.file);
    const file = attachment.file || embedded || from.name;
    if (path === undefined) {
      const missing = { file, model: model || 'default', ...placementOf(attachment) };
      context.report({ ...issueOf('attached-missing', missing), ...place });
      return;
    }
    const key = keyOf(path, embedded, model);
    if (chain.includes(key)) {
      context.report({ ...issueOf('attached-circle', { file }), ...place });
      return;
    }
    checkLimit(context.limits, 'depth', chain.length, 'drawings attached to each other');
    try {
      const builder = new JobBuilder();
      const next = [...chain, key];
      if (attachment.file === '') await this.#readSource(from, attachment, builder, context, next);
      else await this.#readFile(path, attachment, builder, context, next);
      const { job } = builder;
      const factor = convertLength(1, job.unit, host.unit ?? job.unit);
      const name = parse(embedded || path || from.name).name;
      const clipped = attachment.clip && new ClippedSink(host, new ClipBoundary(attachment.clip));
      const attached = new AttachedSink(clipped ?? host, name, attachment, factor, context.limits);
      emitJob(job, attached);
      this.#features += attached.features;
      const changed = clipped === undefined ? 0 : clipped.outside + clipped.cut;
      if (changed > 0) context.report({ ...issueOf('attached-clipped', { file, count: changed }), ...place });
      if (clipped !== undefined && clipped.whole > 0)
        context.report({ ...issueOf('attached-not-cut', { file, count: clipped.whole }), ...place });
      checkLimit(context.limits, 'features', this.#features, 'features of attached files');
      context.report({
        ...issueOf('attached-read', { file, count: attached.features - (clipped?.outside ?? 0), name }),
        ...place,
      });
      if (attachment.file !== '' && attachment.hides === undefined)
        context.report({ ...issueOf('dgn-attached-levels', { file }), ...place });
    } catch (error) {
      if (!(error instanceof FormatError) || error instanceof LimitError) throw error;
      context.report({ ...issueOf('attached-not-read', { file, reason: error.message }), ...place });
    }
  }

  async #readFile(
    path: string,
    attachment: Attachment,
    sink: JobSink,
    context: ReadContext,
    chain: readonly string[],
  ): Promise<void> {
    const source = new FileSource(path);
    try {
      await this.#readSource(source, attachment, sink, context, chain);
    } finally {
      source.close();
    }
  }

  async #readSource(
    source: ByteSource,
    { embedded, model, to }: Attachment,
    sink: JobSink,
    { embedded: _, ...context }: ReadContext,
    chain: readonly string[],
  ): Promise<void> {
    const detection = detect(source);
    if (detection === undefined) throw new FormatError('format-unknown', { name: source.name });
    const { format, sniffed } = detection;
    if (sniffed.refusal !== undefined) throw sniffed.refusal;
    const { values } = parseImportOptions(format, model !== '' && 'model' in format.readOptions ? { model } : {});
    const read = await format.loadReader!();
    const inside = embedded === undefined ? {} : { embedded };
    // The place of an object of the attached file in the drawing is only known for data that was read.
    const report = (issue: Issue): void => context.report(placedAt(issue, undefined));
    const own = { ...context, ...inside, report, options: values, tally: new SourceTally(), attachedTo: to };
    await this.read(read, source, sink, own, chain);
  }
}

/** Records the unit of a drawing. */
class UnitSink extends ForwardSink {
  unit: Unit | undefined;

  override describe(info: Partial<JobInfo>): void {
    this.unit = info.unit ?? this.unit;
    super.describe(info);
  }
}

function keyOf(path: string, embedded: string, model: string): string {
  return `${resolve(path)}\n${embedded}\n${model.toLowerCase()}`;
}
