import type { IssueRows } from './row.ts';

/** Why an archive is refused. */
export const archiveIssues = {
  'archive-encrypted': {
    level: 'error',
    text: 'the archive is encrypted ({found})',
    advice: 'pack it without a password',
  },
  'archive-method': {
    level: 'error',
    text: 'the entry "{name}" is compressed by method {method}, which is not supported',
    advice: 'pack the archive again with deflate, which nearly every program uses',
  },
  'archive-damaged': {
    level: 'error',
    text: 'the archive is damaged, cut off or malicious ({found})',
    advice: 'pack or copy it again',
  },
  'archive-no-drawing': {
    level: 'error',
    text: 'the archive holds no drawing (DXF, DWG, DGN): {found}',
    advice: 'unpack it and send its files one by one, if they are of other formats',
  },
  'archive-drawings': {
    level: 'error',
    text: 'the archive does not hold exactly one drawing that no other attaches: {names}',
    advice: 'choose one with the option file',
  },
  'archive-drawing': {
    level: 'note',
    text: '"{name}" was read; the archive holds {drawings} drawings',
  },
  'archive-link': {
    level: 'error',
    text: 'the entry {name} is a {kind}; packages hold plain files only',
    advice: 'pack the archive again without it',
  },
  'archive-name': {
    level: 'error',
    text: 'the entry name {name} leads out of the package or is not portable',
    advice: 'use relative names of plain parts joined by "/"',
  },
} as const satisfies IssueRows;
