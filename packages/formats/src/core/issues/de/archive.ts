import type { archiveIssues as EnglishArchiveIssues } from '../archive.ts';
import type { Translated } from '../language.ts';

export const archiveIssues: Translated<typeof EnglishArchiveIssues> = {
  'archive-encrypted': ['das Archiv ist verschlüsselt ({found})', 'packen Sie es ohne Passwort'],
  'archive-method': [
    'der Eintrag „{name}“ ist mit dem Verfahren {method} komprimiert, das nicht unterstützt wird',
    'packen Sie das Archiv neu mit Deflate, das fast jedes Programm benutzt',
  ],
  'archive-damaged': [
    'das Archiv ist beschädigt, abgeschnitten oder bösartig ({found})',
    'packen oder kopieren Sie es noch einmal',
  ],
  'archive-no-drawing': [
    'das Archiv enthält keine Zeichnung (DXF, DWG, DGN): {found}',
    'entpacken Sie es und senden Sie seine Dateien einzeln, wenn sie andere Formate haben',
  ],
  'archive-drawings': [
    'das Archiv enthält mehrere Zeichnungen, die von keiner anderen angehängt werden, oder keine: {names}',
    'wählen Sie eine mit der Option file',
  ],
  'archive-drawing': '„{name}“ wurde gelesen; das Archiv enthält {drawings} Zeichnungen',
  'archive-link': [
    'der Eintrag {name} ist {kind}; Pakete enthalten nur gewöhnliche Dateien',
    'packen Sie das Archiv ohne ihn neu',
  ],
  'archive-name': [
    'der Eintragsname {name} führt aus dem Paket hinaus oder ist nicht auf jedem System möglich',
    'verwenden Sie relative Namen aus einfachen Teilen, verbunden durch „/“',
  ],
};
