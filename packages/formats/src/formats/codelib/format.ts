import type { Format } from '../../core/format.ts';
import { UNKNOWN } from '../../core/format.ts';
import { sniffXml } from '../../kit/xml/sniff.ts';
import { CODE_LIBRARY_NAMESPACE, CODE_LIBRARY_ROOT } from './profile.ts';

/** The XML code library: codes of points, lines and areas with their attributes, and their layers. */
export const codelib: Format = {
  id: 'codelib',
  name: 'XML code library',
  extensions: ['xml'],
  mediaTypes: ['application/xml', 'text/xml'],
  kinds: ['code'],
  versions: ['1.0'],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    "An open profile of this project with a published schema: point, line, area and control codes, their attributes, layers and styles. Other vendors' element names are not public; unknown elements are skipped and reported.",
  readOptions: {},
  writeOptions: {},
  sniff: (head) =>
    sniffXml(head, [CODE_LIBRARY_ROOT], (root) => {
      if (root.name !== CODE_LIBRARY_ROOT) return UNKNOWN;
      const own = root.namespace === CODE_LIBRARY_NAMESPACE;
      return { confidence: own ? 1 : 0.7, version: root.attributes.get('version') ?? '' };
    }),
  loadReader: async () => (await import('./read.ts')).readCodeLibrary,
  loadWriter: async () => (await import('./write.ts')).writeCodeLibrary,
  holds: { kinds: ['code'], info: [] },
};
