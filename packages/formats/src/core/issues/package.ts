import type { IssueRows } from './row.ts';

/** Field jobs and their packages. */
export const packageIssues = {
  'package-not-zip': {
    level: 'error',
    text: 'the file is not a job package, which is a ZIP archive; it is damaged or has the wrong name',
    advice: 'copy it again, or rename it',
  },
  'not-ours': {
    level: 'error',
    text: '{name} is not a field job of this program: {found}',
    advice: "files of the vendor's own programs cannot be read; export DXF, LandXML or points there",
  },
  'database-damaged': {
    level: 'error',
    text: '{name} is damaged or was not written as a field job: {found}',
    advice: 'use a whole copy of the file',
  },
  'version-too-new': {
    level: 'error',
    text: '{name} has version {version}; this program knows versions up to {newest}',
    advice: 'update the program, or save the job for an older one',
  },
  'manifest-damaged': { level: 'error', text: '{name} cannot be used: {found}' },
  'part-missing': { level: 'error', text: 'the manifest lists "{path}", which is not in the archive' },
  'part-unknown': { level: 'error', text: '"{path}" is in the archive but not in the manifest' },
  'digest-mismatch': {
    level: 'error',
    text: '"{path}" has {size} bytes with SHA-256 {found} instead of {stated} with {expected}: it was changed or damaged',
  },
  'table-not-read': {
    level: 'warning',
    text: '{table} is {found}, which is not evaluated; nothing of it was read',
    advice: 'save its rows as a table of that name',
  },
  'geometry-skipped': {
    level: 'warning',
    text: '{row} has no readable geometry; a feature was left out, a control point or plane lost its position',
  },
  'arcs-lost': { level: 'warning', text: '{row} {found}; its arcs are now the chords of its geometry' },
  'drawing-file-missing': {
    level: 'warning',
    text: 'the file "{path}" of {row} is not in the package; only the linework of that drawing is known',
  },
} as const satisfies IssueRows;
