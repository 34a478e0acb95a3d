import type { IssueRows } from './row.ts';

/** What the reader of PDF reports. */
export const pdfIssues = {
  'pdf-encrypted': {
    level: 'error',
    text: 'the file is locked with a password',
    advice: 'save it without one',
  },
  'pdf-damaged': { level: 'error', text: 'the file cannot be opened as a PDF ({reason}); it is cut off or damaged' },
  'pdf-too-many-pages': { level: 'error', text: 'the file has {pages} pages; the limit is {limit}' },
  'pdf-no-page': { level: 'error', text: 'there is no page {page}: the file has {pages page|pages}' },
  'pdf-page-damaged': { level: 'error', text: 'page {page} cannot be read ({reason}); it was left out' },
  'pdf-part-damaged': {
    level: 'warning',
    text: 'a part of the file is damaged ({reason}); what needs it was left out',
  },
  'pdf-page-tree-circular': {
    level: 'warning',
    text: 'the page tree leads from object {object} back to itself; pages that cannot be reached were left out',
  },
  'pdf-page-tree-count': {
    level: 'warning',
    text: 'the page tree lists {listed} pages but states {stated}; pages that cannot be reached were left out',
  },
  'pdf-scale-stated': {
    level: 'note',
    text: 'the file states the scale {scales}; coordinates are metres on paper',
    advice: 'state plotScale to get metres on site',
  },
  'pdf-georeferenced': {
    level: 'note',
    text: 'the position of the pages on the earth was not used',
    advice: 'place the drawing by two positions (placement=line)',
  },
  'pdf-form-in-itself': {
    level: 'warning',
    text: 'page {page}: a form contains itself and was not drawn again inside itself ({times} times)',
  },
  'pdf-outside': { level: 'note', text: 'page {page}: {thing} outside the visible part of the page was left out' },
  'pdf-path-skipped': { level: 'warning', text: 'page {page}: a path without usable coordinates was left out' },
  'pdf-tiling-pattern': {
    level: 'note',
    text: 'page {page}: a path is painted with a tiling pattern; its outline was drawn without a colour',
  },
  'pdf-pattern': {
    level: 'note',
    text: 'page {page}: a path is painted with a pattern; its outline was drawn without a colour',
  },
  'pdf-shading': {
    level: 'note',
    text: 'page {page}: a path is painted with a shading; its outline was drawn without a colour',
  },
  'pdf-not-drawn': {
    level: 'note',
    text: 'page {page}: {operator} (a shading or a repeated image) has no linework and was left out',
  },
  'pdf-text-unknown': {
    level: 'warning',
    text: 'page {page}: a text has letters whose meaning the file does not state; they are the codes of their font',
  },
  'pdf-annotation-left-out': {
    level: 'warning',
    text: 'page {page}: an annotation ({kind}: "{words}") without an appearance in the file was left out',
    advice: 'print the file to a PDF to give it one',
  },
  'pdf-image': { level: 'note', text: 'page {page}: an image became the background drawing "{name}"' },
  'pdf-image-outline': { level: 'note', text: 'page {page}: only the outline of an image was drawn, as requested' },
  'pdf-image-small': {
    level: 'note',
    text: 'page {page}: only the outline of a symbol or pattern ({width} × {height} pixels) was drawn',
  },
  'pdf-images-limit': {
    level: 'note',
    text: 'page {page}: only the outline of an image was drawn: the file has more than {most} images',
  },
  'pdf-image-undecoded': {
    level: 'warning',
    text: 'page {page}: only the outline of an image was drawn: its pixels cannot be decoded',
  },
  'pdf-image-skipped': { level: 'warning', text: 'page {page}: an image without a usable position was left out' },
  'pdf-image-resized': {
    level: 'warning',
    text: 'page {page}: an image of {stated} pixels was unpacked to {size}: it is too large, or its own header says so',
  },
  'pdf-image-too-large': { level: 'warning', text: 'images left out because they are too large: {images}' },
} as const satisfies IssueRows;
