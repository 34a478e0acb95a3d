import type { Translated } from '../language.ts';
import type { writingIssues as EnglishWritingIssues } from '../writing.ts';

export const writingIssues: Translated<typeof EnglishWritingIssues> = {
  'point-without-position': '{count Punkt|Punkte} weggelassen: kein Rechts- und Hochwert',
  'name-missing': '{kind} ohne Namen weggelassen',
  'name-made': '{kind} ohne Namen als „{name}“ geschrieben: das Format verlangt einen Namen',
  'name-changed':
    '{kind} „{name}“ ein zweites Mal vorhanden und als „{newName}“ geschrieben: Namen sind im Format eindeutig',
  'character-replaced': 'Zeichen, die das Format nicht aufnehmen kann, wurden durch {replacement} ersetzt',
  'blanks-left-out': '{count Text|Texte} mit Leerzeichen am Anfang oder Ende: Leser des Formats lassen sie weg',
  'text-cut': '{count Name oder Text|Namen oder Texte} gekürzt: länger, als das Format erlaubt',
  'vertical-point-left-out': '{count Gradientenpunkt|Gradientenpunkte} weggelassen: keine Station oder keine Höhe',
};
