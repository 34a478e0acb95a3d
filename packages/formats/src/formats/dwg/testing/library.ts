import { fixLibrary } from './library-fixes.ts';
import { library } from './load-library.ts';

fixLibrary();

/** Another reader and writer of DWG, with its errors corrected; only for tests. */
export { library };
