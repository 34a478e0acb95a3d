import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { MultipartFile } from '@fastify/multipart';
import { detect, FileSource } from '@fieldbridge/formats';
import { ATTACHING } from '@fieldbridge/formats/convert/references/unpacked-drawings.ts';
import { fileStem } from '@fieldbridge/formats/core/file-stem.ts';
import { storedZip } from '@fieldbridge/formats/kit/zip/stored-zip.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { BlobInfo, Blobs, PutOptions } from '../storage/port/blobs.ts';

interface StoredPart {
  readonly name: string;
  readonly info: BlobInfo;
  readonly crc: number;
}

/** The contents of a form. */
interface Taken {
  readonly name: string;
  readonly info: BlobInfo;
  readonly isArchive: boolean;
}

/** Stores the bytes of a part, within the limits of the request, and gives up when they stop arriving. */
export type PutPart = (bytes: Readable, isPassing: boolean) => Promise<BlobInfo>;

/**
 * The files of a form: one, or drawings that attach each other, which become one archive. Empty file fields after the
 * first do not count.
 */
export class FormFiles {
  readonly #blobs: Blobs;
  readonly #cleanName: (name: string | undefined) => string;
  readonly #parts: StoredPart[] = [];

  constructor(blobs: Blobs, cleanName: (name: string | undefined) => string) {
    this.#blobs = blobs;
    this.#cleanName = cleanName;
  }

  /** Bytes that have arrived. */
  get size(): number {
    return this.#parts.reduce((sum, { info }) => sum + info.size, 0);
  }

  /** Stores a file. @throws ProblemError malformed-request for a second one, unless both are drawings */
  async add({ file, filename }: MultipartFile, put: PutPart): Promise<void> {
    const name = this.#cleanName(filename);
    const [first] = this.#parts;
    if (this.#parts.length === 1 && !(await this.#attaches(first!))) {
      for await (const _ of file) throw secondFile(name);
      return;
    }
    let crc = 0;
    const summed = async function* (): AsyncGenerator<Buffer> {
      for await (const bytes of file as AsyncIterable<Buffer>) {
        crc = crc32(bytes, crc);
        yield bytes;
      }
    };
    const part = { name, info: await put(Readable.from(summed()), first !== undefined), crc };
    if (first !== undefined && part.info.size === 0) return this.#blobs.delete(part.info.id);
    this.#parts.push(part);
    if (first !== undefined && !(await this.#attaches(part))) throw secondFile(name);
  }

  /** The file, or the archive of all with the name of the first. Undefined without a file. */
  async taken(options: PutOptions): Promise<Taken | undefined> {
    const [first] = this.#parts;
    if (first === undefined) return undefined;
    if (this.#parts.length === 1) {
      this.#parts.pop();
      return { ...first, isArchive: false };
    }
    const taken = new Set<string>();
    const files = this.#parts.map(({ name, info, crc }, i) => {
      // Attachments are found by their name, whatever their folder in the archive is.
      const path = taken.has(name.toLowerCase()) ? `${i}/${name}` : name;
      taken.add(name.toLowerCase());
      return { name: path, size: info.size, crc, content: () => this.#blobs.send(info.id) };
    });
    const info = await this.#blobs.put(Readable.from(storedZip(files)), options);
    await this.discard();
    return { name: first.name, info, isArchive: true };
  }

  /** Deletes the files that were not used. */
  async discard(): Promise<void> {
    await Promise.all(this.#parts.splice(0).map(({ info }) => this.#blobs.delete(info.id)));
  }

  /** Whether it is a drawing that may attach others. */
  #attaches({ name, info }: StoredPart): Promise<boolean> {
    return this.#blobs.local(info.id, (path) => {
      const source = new FileSource(path, name);
      try {
        return ATTACHING.has(detect(source)?.format.id ?? '');
      } finally {
        source.close();
      }
    });
  }
}

/** The name of the archive with the drawings of a form. */
export function archiveName(name: string): string {
  return `${fileStem(name)}.zip`;
}

function secondFile(name: string): ProblemError {
  const detail = detailOf(
    'The form contains a second file, "{name}"; send each in a separate request. Only drawings (DXF, DWG, DGN) that attach each other may share one.',
    { name },
  );
  return new ProblemError('malformed-request', detail);
}
