import { writeBlockHeadersAtOnce } from './block-header.ts';
import { readHandedDxfWhole } from './dxf-reader.ts';
import { fixLibrary } from './fixes.ts';
import { library } from './load.ts';

fixLibrary();
readHandedDxfWhole();
writeBlockHeadersAtOnce();

/**
 * The library that writes DWG, with its errors corrected. Loaded on first use.
 */
export { library };
