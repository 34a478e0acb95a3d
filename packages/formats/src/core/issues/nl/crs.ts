import type { crsIssues as EnglishCrsIssues } from '../crs.ts';
import type { Translated } from '../language.ts';

export const crsIssues: Translated<typeof EnglishCrsIssues> = {
  'crs-local': [
    'de coördinaten zijn in een lokaal stelsel waarvan de plaats op aarde onbekend is',
    'geef een coördinatenstelsel op (bijvoorbeeld crs=28992)',
  ],
  'crs-unknown': {
    text: '{system} kan niet worden gebruikt: {reason}',
    clauses: {
      reason: {
        unknown: 'PROJ kent het niet als coördinatenstelsel',
        'no-plan': 'het heeft geen oosting en noording',
        depths: 'het heeft diepten in plaats van hoogten',
      },
    },
    advice: 'controleer de code of de tekst',
  },
  'crs-axes': [
    '{system} telt zijn coördinaten {axes}, een opdracht naar het oosten en noorden',
    'noem een stelsel van dezelfde projectie met oosting en noording',
  ],
  'unit-contradicts-crs': ['de coördinaten van {system} zijn in {own}, niet in {unit}', '{cure}'],
  'crs-grid-missing': [
    'de beste overgang van {source} naar {target} (nauwkeurigheid {accuracy}) heeft het grid {grid} nodig, dat ontbreekt; {next}',
    '{cure}',
  ],
  'crs-grid-elsewhere': [
    'het grid {grid} reikt niet tot de gegevens: het is van een ander gebied, of daar leeg',
    'controleer het bestand, de eenheid en beide coördinatenstelsels',
  ],
  'crs-axes-swapped': [
    'de gegevens liggen buiten het gebied van {system}, en met oosting en noording verwisseld erbinnen',
    'verwissel ze (optie swap=true, of columns van een puntenbestand), of geef een ander coördinatenstelsel op',
  ],
  'crs-no-position': [
    'niets van de gegevens heeft een plaats in {target}: de coördinaten liggen buiten {source}',
    'controleer de eenheid, de volgorde van de assen en beide coördinatenstelsels',
  ],
  'crs-grid-damaged': ['het grid {grid} {reason}', 'haal het opnieuw bij de uitgever'],
  'crs-datum-unknown': [
    'er is geen weg bekend van {source} naar {target}',
    'gebruik een stelsel met hetzelfde datum, of laat de coördinaten in {source}',
  ],
  'crs-epoch-missing': [
    'de overgang van {source} naar {target} hangt af van de datum van de coördinaten',
    'geef die met crsEpoch op als jaar met decimalen (bijvoorbeeld 2026.5)',
  ],
  'grids-unreadable': {
    text: 'de map met grids kan niet worden gebruikt: {reason}',
    clauses: { reason: { unreadable: '{message}', 'too-many': 'ze bevat {files} bestanden, meer dan {most}' } },
    advice: 'controleer de optie --grids of de instelling grids',
  },
};
