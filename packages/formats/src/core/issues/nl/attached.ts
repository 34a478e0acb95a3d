import type { attachedIssues as EnglishAttachedIssues } from '../attached.ts';
import type { Translated } from '../language.ts';

export const attachedIssues: Translated<typeof EnglishAttachedIssues> = {
  'attached-read':
    'het gekoppelde bestand “{file}” is gelezen ({count object|objecten}); de lagen ervan beginnen met “{name}|”',
  'attached-clipped':
    '{count object|objecten} van het gekoppelde bestand “{file}” op de kniprand afgesneden of daarbuiten weggelaten',
  'attached-not-cut': [
    '{count object|objecten} van het gekoppelde bestand “{file}” op de kniprand niet afgesneden',
    'oppervlakken worden niet afgesneden, evenmin vlakken waarvan de ringen niet weer te sluiten zijn',
  ],
  'attached-missing':
    'het gekoppelde bestand “{file}” is niet bij de referenties (model {model}, geplaatst op {easting}, {northing}, schaal {scale}, gedraaid over {rotation}°)',
  'attached-circle':
    'het gekoppelde bestand “{file}” koppelt zichzelf, direct of via andere; het is niet opnieuw gelezen',
  'attached-not-read': 'het gekoppelde bestand “{file}” is niet gelezen: {reason}',
  'attached-limit': 'de tekening en haar koppelingen hebben meer dan {most} koppelingen; de overige zijn niet gelezen',
};
