/**
 * Releases by the mark at the start of DWG files, which DXF files state as $ACADVER. R11 and R12 share a mark; each
 * format has its own name for it. Source: DXF reference, HEADER section, and the release notes of older versions.
 */
export const RELEASES = {
  'MC0.0': 'R1.0',
  AC1001: 'R2.2',
  AC1002: 'R2.5',
  AC1003: 'R2.6',
  AC1004: 'R9',
  AC1006: 'R10',
  AC1012: 'R13',
  AC1014: 'R14',
  AC1015: '2000',
  AC1018: '2004',
  AC1021: '2007',
  AC1024: '2010',
  AC1027: '2013',
  AC1032: '2018',
} as const;
