import { FormatError } from '../../core/failure.ts';
import { type Format, KINDS, type Sniffed, UNKNOWN } from '../../core/format.ts';
import { mjf } from '../mjf/format.ts';
import { startsAsZip } from '../mjf/head.ts';
import { JOB_NAME, MANIFEST_NAME } from './manifest.ts';

/** The job package: manifest, job and drawings in one archive. */
export const mjfzip: Format = {
  id: 'mjfzip',
  name: 'Field job package',
  extensions: ['mjfzip'],
  mediaTypes: ['application/vnd.fieldbridge.mjfzip', 'application/zip'],
  kinds: KINDS,
  versions: ['1'],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    "A ZIP archive of manifest.json (SHA-256 of every part), job.mjf and the drawings' files. The vendor's own .mjfzip files have an unpublished layout and are refused.",
  readOptions: {},
  writeOptions: mjf.writeOptions,
  sniff,
  loadReader: async () => (await import('./read.ts')).readMjfzip,
  loadWriter: async () => (await import('./write.ts')).writeMjfzip,
  holds: { kinds: KINDS },
};

/** Our packages begin with the manifest; other archives are refused only if they have our extension. */
function sniff(head: Uint8Array, _size: number, extension: string): Sniffed {
  const named = extension === 'mjfzip';
  if (!startsAsZip(head)) {
    if (!named) return UNKNOWN;
    return { confidence: 0.25, version: '', refusal: new FormatError('package-not-zip') };
  }
  // The name of a local entry is at offset 30 (PKWARE APPNOTE 4.3.7).
  const first = Buffer.from(head.subarray(30, 30 + MANIFEST_NAME.length)).toString('latin1');
  if (first === MANIFEST_NAME || first.startsWith(JOB_NAME)) return { confidence: named ? 0.98 : 0.85, version: '' };
  return named ? { confidence: 0.6, version: '' } : UNKNOWN;
}
