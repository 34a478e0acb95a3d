import type { Translated } from '../language.ts';
import type { svgIssues as EnglishSvgIssues } from '../svg.ts';

export const svgIssues: Translated<typeof EnglishSvgIssues> = {
  'svg-not-drawn':
    '{count object|objecten} van {total} niet getekend: te veel, te groot of te klein, op een verborgen laag of zonder positie',
  'picture-strays':
    '{count object ligt|objecten liggen} ver van de rest en buiten de afbeelding, van {minEasting} {minNorthing} tot {maxEasting} {maxNorthing}',
  'svg-picture-only': 'een afbeelding bevat geen hoogten, codes of attributen',
};
