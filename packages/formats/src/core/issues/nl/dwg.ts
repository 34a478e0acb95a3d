import type { dwgIssues as EnglishDwgIssues } from '../dwg.ts';
import type { Translated } from '../language.ts';

export const dwgIssues: Translated<typeof EnglishDwgIssues> = {
  'dwg-version': [
    'een DWG van versie {release} kan niet worden gelezen (R13 tot 2018 wel)',
    'sla het op in een nieuwere versie, of als DXF',
  ],
  'dwg-damaged': [
    'de tekening is afgekapt of beschadigd: {found}',
    'open en herstel haar in CAD, of sla haar op als DXF',
  ],
  'dwg-entity-lost': {
    text: '{type} weggelaten: {reason}',
    clauses: { reason: { unread: 'het object is beschadigd of in onbekende vorm' } },
  },
  'dwg-object-lost': [
    '{type}, waar objecten naar kunnen verwijzen, is weggelaten: {message}',
    'controleer lagen, blokken en stijlen',
  ],
  'dwg-map-rebuilt': [
    'de lijst van objecten is beschadigd; {count} zijn gevonden door het bestand af te zoeken',
    'open en herstel haar in CAD',
  ],
  'dwg-page-lost': 'een pagina van de tekening kan niet worden uitgepakt ({reason}); de inhoud ervan is verloren',
  'dwg-page-altered': [
    'een pagina van de tekening heeft een andere controlesom dan ze opgeeft: wat erop staat kan fout zijn',
    'vergelijk met het origineel, of sla de tekening opnieuw op in CAD',
  ],
  'dwg-object-altered': [
    'een object heeft een andere controlesom dan het opgeeft: het kan fout zijn',
    'controleer het in CAD',
  ],
  'dwg-bytes-repaired': [
    '{count foute byte|foute bytes} hersteld met de controlebytes van de tekening',
    'sla de tekening opnieuw op in CAD',
  ],
  'dwg-text-cut': [
    '{count tekst|teksten} ingekort: een DWG bevat 65535 tekens van een tekst, voor 2007 bytes',
    'splits de tekst, of schrijf een DXF',
  ],
};
