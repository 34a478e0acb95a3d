import { FormatError, LimitError } from '../../core/failure.ts';
import { NAME_LENGTH, PART_BYTES } from './limits.ts';

const FOLDER = 0o040000;
const FILE = 0o100000;
const LINK = 0o120000;

/** The properties of an entry that are checked before it is unpacked. */
export interface EntryHead {
  readonly fileName: string;
  readonly externalFileAttributes: number;
}

/**
 * Refuses names and kinds of entries that could end up outside the folder: absolute names, drive letters, `..`,
 * backslashes, control characters, parts that file systems refuse, links and devices.
 * @throws FormatError `archive-name` or `archive-link`, LimitError `archiveNameLength`
 */
export function checkEntry({ fileName, externalFileAttributes }: EntryHead): void {
  const shown = JSON.stringify(fileName.slice(0, NAME_LENGTH));
  if (fileName.length > NAME_LENGTH) {
    throw new LimitError('archiveNameLength', NAME_LENGTH, `an entry name of ${fileName.length} characters`);
  }
  // The upper half of the attributes is the Unix mode if the archive was made on Unix, else 0.
  const kind = (externalFileAttributes >>> 16) & 0o170000;
  if (kind === LINK) throw new FormatError('archive-link', { name: shown, kind: 'link' });
  if (kind !== 0 && kind !== FILE && kind !== FOLDER)
    throw new FormatError('archive-link', { name: shown, kind: 'device or pipe' });
  const parts = fileName.replace(/\/$/, '').split('/');
  const isPlain = (part: string): boolean =>
    part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= PART_BYTES;
  const fault = /[\u0000-\u001f\u007f\\:]/.test(fileName) || !parts.every(isPlain);
  if (fault) throw new FormatError('archive-name', { name: shown });
}
