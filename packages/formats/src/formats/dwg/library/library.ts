import { guardBitReader } from './bit-reader.ts';
import { writeBlockHeadersAtOnce } from './block-header.ts';
import { guardDecompressors } from './decompressors.ts';
import { readHandedDxfWhole } from './dxf-reader.ts';
import { fixLibrary } from './fixes.ts';
import { settleHeaderOf2007 } from './header-2007.ts';
import { library } from './load.ts';
import { guardObjects } from './object-end.ts';
import { keepWholePages } from './pages.ts';
import { keepPictures } from './pictures.ts';
import { keepShapes } from './shapes.ts';

guardBitReader();
guardDecompressors();
keepWholePages();
guardObjects();
keepPictures();
keepShapes();
settleHeaderOf2007();
fixLibrary();
readHandedDxfWhole();
writeBlockHeadersAtOnce();

/**
 * The library that reads and writes DWG, limited to the bounds of its input and with its errors corrected. Loaded on
 * first use.
 */
export { library };
