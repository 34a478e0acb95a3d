import type { archiveIssues as EnglishArchiveIssues } from '../archive.ts';
import type { Translated } from '../language.ts';

export const archiveIssues: Translated<typeof EnglishArchiveIssues> = {
  'archive-encrypted': ['het archief is versleuteld ({found})', 'pak het in zonder wachtwoord'],
  'archive-method': [
    'het item “{name}” is gecomprimeerd met methode {method}, die niet wordt ondersteund',
    'pak het archief opnieuw in met deflate, dat bijna elk programma gebruikt',
  ],
  'archive-damaged': ['het archief is beschadigd, afgekapt of kwaadaardig ({found})', 'pak of kopieer het opnieuw'],
  'archive-no-drawing': [
    'het archief bevat geen tekening (DXF, DWG, DGN): {found}',
    'pak het uit en stuur de bestanden een voor een als ze andere formaten hebben',
  ],
  'archive-drawings': [
    'het archief bevat meer tekeningen die door geen andere worden gekoppeld, of geen: {names}',
    'kies er een met de optie file',
  ],
  'archive-drawing': '“{name}” is gelezen; het archief bevat {drawings} tekeningen',
  'archive-link': [
    'het item {name} is {kind}; pakketten bevatten alleen gewone bestanden',
    'pak het archief opnieuw in zonder dit item',
  ],
  'archive-name': [
    'de itemnaam {name} leidt buiten het pakket of kan niet op elk systeem',
    'gebruik relatieve namen van gewone delen met “/” ertussen',
  ],
};
