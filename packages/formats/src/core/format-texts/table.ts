import { commonTexts } from './common.ts';
import { drawingTexts } from './drawings.ts';
import { nameTexts } from './names.ts';
import { noteTexts } from './notes.ts';
import { pointTexts } from './points.ts';

/** Every name, note and description of an option of a format, with its German and Dutch. */
export const formatTexts = { ...nameTexts, ...noteTexts, ...commonTexts, ...drawingTexts, ...pointTexts };

/** A text of the table, in English. */
export type FormatText = keyof typeof formatTexts;
