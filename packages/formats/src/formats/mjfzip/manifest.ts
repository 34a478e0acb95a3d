import { closeSync, openSync, readSync } from 'node:fs';
import { FormatError, LimitError } from '../../core/failure.ts';
import type { UnpackedFile } from '../../kit/zip/unpack.ts';

/** Name of the manifest in the archive, and of the job. */
export const MANIFEST_NAME = 'manifest.json';
export const JOB_NAME = 'job.mjf';
/** Folder of the drawings' files. */
export const DRAWINGS = 'drawings/';

const FORMAT = 'fieldbridge-mjfzip';
const VERSION = 1;
const MANIFEST_BYTES = 16 * 2 ** 20;

/** A part of the package. */
export interface Part {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The manifest of a package as text. */
export function manifestText(name: string, parts: readonly Part[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, name, parts }, null, 2)}\n`;
}

/**
 * Checks a package against its manifest: every part must exist with its size and digest, and there must be no others.
 * @returns the parts by path
 * @throws FormatError `not-ours`, `version-too-new`, `manifest-damaged`, `part-missing`, `part-unknown`,
 * `digest-mismatch`
 */
export function checkParts(files: readonly UnpackedFile[]): Map<string, UnpackedFile> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const manifest = byName.get(MANIFEST_NAME);
  if (manifest === undefined) {
    throw new FormatError('not-ours', { name: 'the archive', found: `it has no ${MANIFEST_NAME}` });
  }
  for (const part of parseManifest(readText(manifest))) {
    const file = byName.get(part.path);
    if (file === undefined) throw new FormatError('part-missing', { path: part.path });
    if (file.size !== part.size || file.sha256 !== part.sha256.toLowerCase()) {
      const { size, sha256: found } = file;
      const { path, size: stated, sha256: expected } = part;
      throw new FormatError('digest-mismatch', { path, size, found, stated, expected });
    }
    byName.delete(part.path);
  }
  byName.delete(MANIFEST_NAME);
  const [unknown] = byName.keys();
  if (unknown !== undefined) throw new FormatError('part-unknown', { path: unknown });
  return new Map(files.map((file) => [file.name, file]));
}

function readText({ path, size }: UnpackedFile): string {
  if (size > MANIFEST_BYTES) throw new LimitError('manifestBytes', MANIFEST_BYTES, `a manifest of ${size} bytes`);
  const bytes = Buffer.alloc(size);
  const descriptor = openSync(path, 'r');
  try {
    readSync(descriptor, bytes, 0, size, 0);
  } finally {
    closeSync(descriptor);
  }
  return bytes.toString('utf8');
}

function parseManifest(text: string): Part[] {
  let manifest: Partial<Record<'format' | 'version' | 'parts', unknown>>;
  try {
    // An editor may have added a byte order mark.
    manifest = JSON.parse(text.replace(/^\ufeff/, '')) as typeof manifest;
  } catch (error) {
    const found = `it is not JSON (${(error as Error).message})`;
    throw new FormatError('manifest-damaged', { name: MANIFEST_NAME, found });
  }
  if (typeof manifest !== 'object' || manifest === null || manifest.format !== FORMAT) {
    const found = `${MANIFEST_NAME} does not state the format "${FORMAT}"`;
    throw new FormatError('not-ours', { name: 'the archive', found });
  }
  if (typeof manifest.version === 'number' && manifest.version > VERSION) {
    throw new FormatError('version-too-new', { name: 'the package', version: manifest.version, newest: VERSION });
  }
  const { parts } = manifest;
  if (!Array.isArray(parts) || !parts.every(isPart) || !parts.some(({ path }) => path === JOB_NAME)) {
    const found = `it has no list of parts with path, size and sha256 that includes ${JOB_NAME}`;
    throw new FormatError('manifest-damaged', { name: MANIFEST_NAME, found });
  }
  return parts;
}

function isPart(part: unknown): part is Part {
  if (typeof part !== 'object' || part === null) return false;
  const { path, size, sha256 } = part as Partial<Record<keyof Part, unknown>>;
  return (
    typeof path === 'string' && Number.isInteger(size) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/i.test(sha256)
  );
}
