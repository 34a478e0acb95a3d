import type { Translated } from '../language.ts';
import type { svgIssues as EnglishSvgIssues } from '../svg.ts';

export const svgIssues: Translated<typeof EnglishSvgIssues> = {
  'svg-not-drawn':
    '{count Objekt|Objekte} von {total} nicht gezeichnet: zu viele, zu groß oder zu klein, auf einem ausgeblendeten Layer oder ohne Position',
  'picture-strays':
    '{count Objekt liegt|Objekte liegen} weit von den übrigen und außerhalb des Bilds, von {minEasting} {minNorthing} bis {maxEasting} {maxNorthing}',
  'svg-picture-only': 'ein Bild enthält keine Höhen, Codes oder Attribute',
};
