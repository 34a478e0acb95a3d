import { MemorySource } from '../../../core/byte-source.ts';
import { FileBytes } from '../file/file-bytes.ts';

/** A file with these bytes. */
export const fileOf = (bytes: Uint8Array): FileBytes => new FileBytes(new MemorySource(bytes));
