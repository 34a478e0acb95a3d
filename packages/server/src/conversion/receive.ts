import type { Readable } from 'node:stream';
import type { ProblemLanguage } from '@fieldbridge/contract';
import { ALL_UNSHOWN } from '@fieldbridge/contract/unshown.ts';
import {
  detect,
  FileSource,
  type Format,
  type OptionFault,
  parseImportOptions,
  parseOptions,
} from '@fieldbridge/formats';
import { ATTACHING } from '@fieldbridge/formats/convert/references/unpacked-drawings.ts';
import { optionFaultIn } from '@fieldbridge/formats/core/issues/phrases/in-language.ts';
import type { FastifyRequest } from 'fastify';
import { detailOf, type Fault } from '../core/detail.ts';
import { nearest } from '../core/nearest.ts';
import { ProblemError } from '../core/problem.ts';
import type { BlobInfo } from '../storage/port/blobs.ts';
import type { Transaction } from '../storage/port/space-store.ts';
import { undoBlobs } from '../storage/undo-blobs.ts';
import type { DefaultAs } from '../work/converters/tasks/task-types.ts';
import { announcedDigest, ContentHash, checkDigest } from './content-digest.ts';
import type { Conversion } from './conversion.ts';
import { detachedBody, silenceLimit } from './detached-body.ts';
import type { ReceivedFile } from './file-store.ts';
import { archiveName, FormFiles, type PutPart } from './form-files.ts';
import { beforeStall, formParts } from './form-parts.ts';
import { JOB_OPTIONS, unknownSource } from './formats-lookup.ts';

const MOST_NAME = 200;

/** Query parameters that are not options of the import. */
const NOT_OPTIONS = ['filename', 'upload'];

/** A received file, and how to discard it if it is refused after all. */
export interface Received extends ReceivedFile {
  /**
   * Removes it; a resumable upload, which may have taken hours, is put back for another try.
   * @param reason if its row could not be stored
   */
  readonly discard: (reason?: unknown) => Promise<void>;
  /**
   * Uses up the resumable upload, in the transaction that stores the file's row. @returns blobs to delete afterwards
   */
  readonly end?: (tx: Transaction) => Promise<readonly string[]>;
}

/** How an address uses the options of a file. */
export interface OptionUse {
  /** How a drawing is imported by default; options that do not apply to that are refused. */
  readonly defaultAs: DefaultAs;
  /** Whether the file is discarded within this request. */
  readonly isPassing?: boolean;
  /** Separates the options that are not the reader's. @param format the recognised format */
  readonly split?: (options: Record<string, unknown>, format: Format) => Record<string, unknown>;
}

/**
 * Receives an uploaded file from a raw body, a multipart form or a finished resumable upload: stored, digest checked,
 * recognised, options checked. A refusal leaves nothing behind; a resumable upload then stays usable, unless it is
 * empty or differs from the announcement.
 * @param requestedFormat id or extension named by the caller, or `auto`
 * @throws ProblemError body-too-large, missing-body, upload-incomplete, digest-mismatch, format-unknown,
 * invalid-parameter
 */
export async function receiveFile(
  { blobs, context, uploads, jobs, holds, principalOf }: Conversion,
  request: FastifyRequest,
  requestedFormat: string,
  use: OptionUse,
): Promise<Received> {
  const query = request.query as Record<string, unknown>;
  const options = Object.fromEntries(Object.entries(query).filter(([name]) => !NOT_OPTIONS.includes(name)));
  const left = await jobs.quotaLeft(principalOf(request).organisationId);
  const isPassing = use.isPassing === true;
  const allowed = { limit: context.settings.uploadLimit, limitName: 'uploadLimit' };
  const put = (stream: Readable, passes = isPassing): Promise<BlobInfo> =>
    blobs.put(holds.metered(request, stream, left), { ...allowed, isPassing: passes });
  const files = new FormFiles(blobs, (own) => cleanName(own, requestedFormat));
  const digest = announcedDigest(request);
  const mostSilence = silenceLimit(context.core.bodySeconds);
  let info: BlobInfo | undefined;
  let end: Received['end'];
  let discard: Received['discard'] = async (reason) => {
    await files.discard();
    if (info !== undefined) await undoBlobs(blobs, [info.id], reason);
  };
  let name = typeof query['filename'] === 'string' ? query['filename'] : undefined;
  let wanted = requestedFormat;
  try {
    if (typeof query['upload'] === 'string') {
      const upload = await uploads.take(principalOf(request).organisationId, query['upload'], isPassing);
      ({ info, end } = upload);
      discard = upload.drop;
      name ??= upload.name;
      checkDigest(digest, info.sha256, 'upload');
      if (info.size > 0) discard = upload.giveBack;
    } else if (request.isMultipart()) {
      const hash = digest === undefined ? undefined : new ContentHash(request);
      for await (const part of formParts(request, mostSilence)) {
        // A field given twice, or also in the query, becomes a list, which no option accepts.
        if (part.type === 'field')
          options[part.fieldname] = Object.hasOwn(options, part.fieldname)
            ? [options[part.fieldname], part.value].flat()
            : part.value;
        else {
          const putPart: PutPart = (bytes, passes) =>
            beforeStall(request, put(bytes, isPassing || passes), mostSilence, () => part.file.bytesRead);
          await files.add(part, putPart).finally(() => part.file.destroy());
          if (files.size > allowed.limit)
            throw new ProblemError(
              'body-too-large',
              detailOf('The {name} is {limit} bytes; more arrived.', { name: allowed.limitName, limit: allowed.limit }),
            );
        }
      }
      const taken = await files.taken({ ...allowed, isPassing });
      info = taken?.info;
      if (taken?.isArchive === true) {
        name = archiveName(name ?? taken.name);
        if (ATTACHING.has(requestedFormat.toLowerCase())) wanted = 'zip';
      } else name ??= taken?.name;
      if (hash !== undefined) checkDigest(digest, await hash.hex(), 'form');
    } else if (request.body !== undefined && request.body !== null) {
      name ??= dispositionName(request.headers['content-disposition']);
      info = await put(detachedBody(request.body as Readable, mostSilence));
      checkDigest(digest, info.sha256, 'body');
    }
    if (info === undefined || info.size === 0)
      throw new ProblemError(
        'missing-body',
        detailOf('Send the file as the body, as the file part of a form, or by ?upload=.'),
      );
    const file = {
      name: cleanName(name, requestedFormat),
      requestedFormat: wanted,
      size: info.size,
      sha256: info.sha256,
      blob: info.id,
    };
    const recognised = await blobs.local(info.id, (path) => recognise(path, file.name, wanted, options, use));
    return { ...file, discard, ...(end && { end }), ...recognised };
  } catch (error) {
    await discard();
    throw uploadFailure(error);
  }
}

/** A broken connection is the caller's fault: 400, not a defect of the server. */
function uploadFailure(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'ABORT_ERR')
    return new ProblemError(
      'upload-incomplete',
      detailOf('The connection closed before the whole body had arrived; send it again.'),
      {
        cause: error,
      },
    );
  if (code?.startsWith('FST_') === true)
    return new ProblemError(
      'malformed-request',
      detailOf('The form cannot be read: {reason}.', { reason: (error as Error).message }),
      {
        cause: error,
      },
    );
  if (error instanceof Error && /multipart|form/i.test(error.message) && !(error instanceof ProblemError))
    return new ProblemError(
      'malformed-request',
      detailOf('The form cannot be read: it is cut off or not multipart/form-data.'),
      {
        cause: error,
      },
    );
  return error;
}

/** Detects the format of the file and checks the options of its import. */
function recognise(
  path: string,
  name: string,
  requestedFormat: string,
  given: Record<string, unknown>,
  { defaultAs, split = (options) => options }: OptionUse,
): Pick<ReceivedFile, 'format' | 'options'> {
  const source = new FileSource(path, name);
  try {
    const detection = detect(source, requestedFormat);
    if (detection === undefined)
      throw unknownSource(detailOf('No format recognises the content of "{name}".', { name }));
    const { format } = detection;
    const { onDuplicate, ...options } = split(given, format);
    const own = parseOptions(JOB_OPTIONS, { onDuplicate });
    const { faults } = parseImportOptions(format, { ...(format.drawing && { as: defaultAs }), ...options });
    refuseFaults([...own.faults, ...faults], [...Object.keys(JOB_OPTIONS), ...NOT_OPTIONS]);
    return { format: format.id, options: { ...options, ...own.values } };
  } finally {
    source.close();
  }
}

/**
 * Refuses wrong options.
 * @param alsoKnown options and other parameters that this address accepts besides those of the format
 * @throws ProblemError invalid-parameter that names every wrong option and the nearest known one; export-failed if a
 * rule forbids the request
 */
export function refuseFaults(faults: readonly OptionFault[], alsoKnown: readonly string[] = []): void {
  const [first] = faults;
  if (first === undefined) return;
  const forbidden = faults.length === 1 ? first.rule : undefined;
  if (forbidden !== undefined)
    throw new ProblemError('export-failed', (language) => `${faultIn(first.text, language)}.`, {
      extra: { reason: forbidden },
    });
  const errors = faults.map(({ name, text, known }) =>
    known === undefined
      ? { parameter: name, detail: (language: ProblemLanguage) => faultIn(text, language) }
      : unknownOption(name, new Set([...known, ...alsoKnown])),
  );
  const { detail } = errors[0]!;
  const isQuestion = detail('en').endsWith('?');
  const sentence = isQuestion
    ? detailOf('The option {name} {detail}', { name: first.name, detail })
    : detailOf('The option {name} {detail}.', { name: first.name, detail });
  throw new ProblemError('invalid-parameter', sentence, { errors });
}

/** The fault of an option in a language. */
const faultIn = (text: string, language: ProblemLanguage): string =>
  language === 'en' ? text : optionFaultIn(text, language);

/**
 * The sentence about an unknown option.
 * @param known names of known options; `name` may be among them if it is accepted elsewhere, in the query and not in a
 * form for instance
 */
function unknownOption(name: string, known: ReadonlySet<string>): Fault {
  const others = [...known].filter((one) => one !== name);
  const close = nearest(name, others);
  if (close !== undefined)
    return {
      parameter: name,
      detail: detailOf('is not an option here; did you mean {close}?', { close }),
      nearest: close,
    };
  return { parameter: name, detail: detailOf('is not an option here; known: {others}', { others: others.join(', ') }) };
}

/** The file name of a Content-Disposition header; the extended form (RFC 8187) wins. */
export function dispositionName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const extended = /(?:^|[;\s])filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // "Recipients … ought to ignore it" if it cannot be read (RFC 6266 §4.3); the plain form may still be present.
    }
  }
  const plain = /(?:^|[;\s])filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const name = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2];
  return name === undefined ? undefined : fromUtf8(name);
}

/** Each byte of a header arrives as one character; bytes that are UTF-8, as programs send today, are decoded. */
function fromUtf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** A name to show and to take the extension from: without folders and unshown characters, and of limited length. */
export function cleanName(name: string | undefined, requestedFormat: string): string {
  const clean = (name ?? '')
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(ALL_UNSHOWN, '')
    .trim();
  if (clean !== '' && clean !== '.' && clean !== '..') return lastOf(clean, MOST_NAME);
  const format = requestedFormat.toLowerCase();
  return format === 'auto' ? 'upload' : `upload.${format}`;
}

/** The end of a text, where the extension is, without splitting a surrogate pair. */
function lastOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(/[\udc00-\udfff]/.test(text.charAt(text.length - most)) ? 1 - most : -most);
}
