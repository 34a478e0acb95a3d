import type { Translated } from '../language.ts';
import type { sourceIssues as EnglishSourceIssues } from '../source.ts';

export const sourceIssues: Translated<typeof EnglishSourceIssues> = {
  'limit-exceeded': 'de grens {limit} = {value} is overschreden: {found}',
  'unexpected-end': [
    'het bestand eindigt bij byte {size}, en er ontbreekt {missing}; het is afgekapt of beschadigd',
    'kopieer of exporteer het opnieuw',
  ],
  'format-unknown': ['de inhoud van “{name}” is in geen formaat dat kan worden gelezen', 'zie de lijst van formaten'],
  'option-invalid': 'optie {name}: {fault}',
  'layer-unknown': ['er staat niets op een laag met de naam {names}', 'lagen met inhoud: {layers}'],
  'sqlite-missing': [
    'pakketten van veldopdrachten, iModels en coördinatenstelsels hebben SQLite nodig, dat {runtime} niet heeft',
    'gebruik Node 22.13 of nieuwer',
  ],
  'sqlite-missing-file': 'een SQLite-bestand kan alleen van schijf worden gelezen',
  'sqlite-damaged': [
    'de database in het bestand kan niet worden gelezen ({found}); ze is afgekapt of beschadigd',
    'kopieer of exporteer het opnieuw',
  ],
};
