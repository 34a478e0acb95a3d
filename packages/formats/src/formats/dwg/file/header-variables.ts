import { R2000, R2004, R2007, R2010, R2013 } from './releases.ts';

/** A number, a text, or a setting by its name, which begins with $. */
export type Value = number | string;

/**
 * Header variables in their order: bit codes, the values that a new drawing has, and the releases, from one on and
 * before another (Open Design Specification, section 9). T a text, C a colour, H a reference, HO one to an owned
 * object, which since 2007 are elsewhere, S the next free handle; a number repeats the code after it.
 */
export type VariableRow = readonly [codes: string, values: readonly Value[], since?: number, before?: number];

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const BY_LAYER = 256;

/** Variables of dimensions, which a dimension style (DIMSTYLE) has, too, before its references. */
export const DIMENSION_VARIABLES: readonly VariableRow[] = [
  ['2T 9BD', ['', '', 1, 2.5, 0.625, 3.75, 1.25, 0, 0, 0, 0]],
  ['2BD BS C', [1, Math.PI / 4, 0, 0], R2007],
  ['6B 3BS', [...zeros(6), 1, 8, 0]],
  ['BS', [0], R2007],
  ['9BD B BS 4B', [2.5, 2.5, 0, 1 / 25.4, 1, 0, 1, 0.625, 0, 0, 3, 1, 0, 0, 0]],
  ['3C 11BS 2B 4BS B BS', [0, 0, 0, 0, 2, 2, 2, 3, 0, 0, 2, 46, 0, 0, 0, 0, 0, 8, 0, 0, 0, 3]],
  ['B', [0], R2007],
  ['B BD T BD T', [0, 100, '', 100, ''], R2010],
];

const SPACE_CODES = '9BD 4RD 10BD H H BS H 18BD';
const AXES = [1, 0, 0, 0, 1, 0];

/** Variables before $INSUNITS. */
export const FIRST_VARIABLES: readonly VariableRow[] = [
  ['BLL', [0], R2013],
  ['4BD 4T 2BL', [412148564080, 1, 1, 1, 'm', '', '', '', 24, 0]],
  ['H', [0], R2000, R2004],
  ['9B', [1, 1, 0, 0, 1, 1, 0, 1, 0]],
  ['B', [0], R2004],
  ['11B 8BS', [1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 3020, 2, 4, 0, 0, 1, '$PDMODE']],
  ['3BL', zeros(3), R2004],
  ['19BS', [...zeros(5), 8, 6, 6, 6, 6, 6, 6, 3, 70, 0, 64, 4, 0, 50]],
  ['BD', ['$LTSCALE']],
  ['20BD T', [2.5, 1, 1, ...zeros(5), ...zeros(9), 0.5, 1, 1, '.']],
  ['4BL', ['$TODAY', '$NOW', '$TODAY', '$NOW']],
  ['3BL', zeros(3), R2004],
  ['4BL C S 3H', [0, 0, 0, 0, BY_LAYER, '$HANDSEED', '$CLAYER', '$TEXTSTYLE', '$BYLAYER']],
  ['H', [0], R2007],
  ['2H BD', ['$DIMSTYLE', '$CMLSTYLE', 0]],
  [SPACE_CODES, [...zeros(9), 0, 0, 420, 297, ...zeros(4), ...AXES, ...zeros(22)]],
  [
    SPACE_CODES,
    [
      ...[0, 0, 0, '$EXTMIN.x', '$EXTMIN.y', '$EXTMIN.z', '$EXTMAX.x', '$EXTMAX.y', '$EXTMAX.z'],
      ...['$EXTMIN.x', '$EXTMIN.y', '$EXTMAX.x', '$EXTMAX.y', 0, 0, 0, 0, ...AXES, ...zeros(22)],
    ],
  ],
  ...DIMENSION_VARIABLES,
  ['5H', ['$TEXTSTYLE', 0, 0, 0, 0]],
  ['3H', zeros(3), R2007],
  ['2BS', [-2, -2]],
  [
    '9HO',
    ['$BLOCKS', '$LAYERS', '$STYLES', '$LINETYPES', '$VIEWS', '$UCS', '$VIEWPORTS', '$APPLICATIONS', '$DIMSTYLES'],
  ],
  ['HO', ['$VIEWPORTENTITIES'], R2000, R2004],
  ['2H HO 2BS 2T 3H', ['$GROUPS', '$MLSTYLES', '$ROOT', 1, 70, '', '', '$LAYOUTS', 0, 0]],
  ['2H', zeros(2), R2004],
  ['H', [0], R2007],
  ['H', [0], R2013],
  // Line weight by layer, not displayed; long names; plot styles by colour.
  ['BL', [0x2a1d]],
];

/** $INSUNITS and the variables after it. */
export const LAST_VARIABLES: readonly VariableRow[] = [
  ['2BS 2T', ['$INSUNITS', 0, '$FINGERPRINT', '$VERSION']],
  ['6RC 2BS 2RC T', [127, 0, 1, 2, 2, 0, 257, 257, 0, 0, ''], R2004],
  ['5H', ['$PAPER', '$MODEL', '$BYLAYER', '$BYBLOCK', '$CONTINUOUS']],
  ['B 2BL 6BD 2RC', [0, 0, 0, 0, 2, 6, 2, 50, 0, 0, 1], R2007],
  ['6BD BS RC 3BD BL', [0.25, 4, Math.PI / 2, Math.PI / 2, 0, 0, 7, 1, 0, 0, 0, 0], R2007],
  ['4RC B C 3H RC BD', [1, 1, 2, 0, 0, 1, 0, 0, 0, 0, 0], R2007],
  ['4BS', [-1, -1, -1, -1]],
  ['2BL B', [0, 0, 0], R2004],
];
