import type { Translated } from '../language.ts';
import type { packageIssues as EnglishPackageIssues } from '../package.ts';

export const packageIssues: Translated<typeof EnglishPackageIssues> = {
  'package-not-zip': [
    'die Datei ist kein Jobpaket, das ein ZIP-Archiv ist; sie ist beschädigt oder trägt den falschen Namen',
    'kopieren Sie sie noch einmal, oder benennen Sie sie um',
  ],
  'not-ours': [
    '{name} ist kein Feldjob dieses Programms: {found}',
    'Dateien der Programme des Herstellers können nicht gelesen werden; exportieren Sie dort DXF, LandXML oder Punkte',
  ],
  'database-damaged': [
    '{name} ist beschädigt oder wurde nicht als Feldjob geschrieben: {found}',
    'verwenden Sie eine vollständige Kopie der Datei',
  ],
  'version-too-new': [
    '{name} hat die Version {version}; dieses Programm kennt Versionen bis {newest}',
    'aktualisieren Sie das Programm, oder speichern Sie den Job für ein älteres',
  ],
  'manifest-damaged': '{name} kann nicht verwendet werden: {found}',
  'part-missing': 'das Manifest führt „{path}“ auf, das nicht im Archiv ist',
  'part-unknown': '„{path}“ ist im Archiv, aber nicht im Manifest',
  'digest-mismatch':
    '„{path}“ hat {size} Bytes mit SHA-256 {found} statt {stated} mit {expected}: es wurde verändert oder beschädigt',
  'table-not-read': [
    '{table} ist {found}, was nicht ausgewertet wird; nichts davon wurde gelesen',
    'speichern Sie ihre Zeilen als Tabelle dieses Namens',
  ],
  'geometry-skipped':
    '{row} hat keine lesbare Geometrie; ein Objekt wurde weggelassen, ein Festpunkt oder eine Ebene verlor die Position',
  'arcs-lost': '{row} {found}; die Bögen sind jetzt die Sehnen der Geometrie',
  'drawing-file-missing':
    'die Datei „{path}“ von {row} ist nicht im Paket; nur die Linien dieser Zeichnung sind bekannt',
};
