import type { imodelIssues as EnglishImodelIssues } from '../imodel.ts';
import type { Translated } from '../language.ts';

export const imodelIssues: Translated<typeof EnglishImodelIssues> = {
  'imodel-no-bis': 'de database is geen iModel-snapshot: ze heeft geen BIS-tabellen',
  'imodel-not-drawn': '{className}: {part} kan niet worden getekend',
  'imodel-style-left-out': '{className}: weggelaten: {style}',
  'imodel-part-missing': '{className}: het deel {part} ontbreekt in het bestand',
  'imodel-geometry-damaged': '{className}: de geometrie is beschadigd ({found}); wat na de schade komt is weggelaten',
};
