import type { Limits } from '../../../core/limits.ts';
import { hasEncryptedHeader } from '../library/encrypted-header.ts';
import { checkSections } from './locators.ts';
import { checkMaps2007 } from './maps-2007.ts';
import { checkSectionMap } from './section-map.ts';

/** Releases with a plain table of sections in the header. */
const WITH_LOCATORS = ['R13', 'R14', '2000'];

/**
 * Checks the outer structure of a file before the library reads it, because the library trusts it.
 * @throws FormatError `dwg-damaged`
 * @throws LimitError `unpackedBytes`
 */
export function checkStructure(bytes: Uint8Array, release: string, limits: Limits): void {
  if (WITH_LOCATORS.includes(release)) checkSections(bytes);
  // Some programs write 2007 like 2004; an encrypted header of that kind is not an accident.
  else if (release === '2007' && !hasEncryptedHeader(bytes)) checkMaps2007(bytes, limits);
  else checkSectionMap(bytes, limits);
}
