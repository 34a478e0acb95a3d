import type { imodelIssues as EnglishImodelIssues } from '../imodel.ts';
import type { Translated } from '../language.ts';

export const imodelIssues: Translated<typeof EnglishImodelIssues> = {
  'imodel-no-bis': 'die Datenbank ist kein iModel-Snapshot: sie hat keine BIS-Tabellen',
  'imodel-not-drawn': '{className}: {part} kann nicht gezeichnet werden',
  'imodel-style-left-out': '{className}: weggelassen: {style}',
  'imodel-part-missing': '{className}: der Teil {part} fehlt in der Datei',
  'imodel-geometry-damaged':
    '{className}: die Geometrie ist beschädigt ({found}); was nach dem Schaden kommt, wurde weggelassen',
};
