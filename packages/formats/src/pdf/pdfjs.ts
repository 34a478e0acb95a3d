import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The reader of PDF files that this one stands on. */
export type Pdfjs = typeof import('pdfjs-dist');

/** pdf.js is loaded when the first PDF comes: it costs 0.2 s. */
export const loadPdfjs = (): Promise<Pdfjs> => import('pdfjs-dist/legacy/build/pdf.mjs');

/**
 * Where pdf.js finds what it does not carry within: decoders of fax (CCITT), JBIG2 and JPEG 2000 images, and the tables of the character
 * codes that Chinese, Japanese and Korean fonts name. Without them it leaves such images and texts out. They are read when a file needs
 * them; each setting has to end with a slash.
 */
export function pdfjsParts(): { readonly wasmUrl: string; readonly cMapUrl: string; readonly cMapPacked: true } {
  const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  return { wasmUrl: `${folder}/wasm/`, cMapUrl: `${folder}/cmaps/`, cMapPacked: true };
}
