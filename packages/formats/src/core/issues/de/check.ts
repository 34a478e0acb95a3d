import type { checkIssues as EnglishCheckIssues } from '../check.ts';
import type { Translated } from '../language.ts';

export const checkIssues: Translated<typeof EnglishCheckIssues> = {
  'check-no-system': [
    'es ist kein Bezugssystem angegeben, deshalb lässt sich die Lage nicht prüfen',
    'geben Sie es mit der Option crs an',
  ],
  'check-unit': [
    'die Koordinaten sind in {unit}, {system} aber in {other}',
    'rechnen Sie in {other} um, oder geben Sie das System an, das gemeint ist',
  ],
  'check-outside-area': [
    'die Daten liegen außerhalb des Anwendungsbereichs von {system}',
    'prüfen Sie System, Einheit und die Reihenfolge von Rechts- und Hochwert',
  ],
  'check-outside-area-but': {
    text: 'die Daten liegen außerhalb des Anwendungsbereichs von {system}; {change} lägen sie innerhalb',
    clauses: {
      change: {
        exchanged: 'mit vertauschtem Rechts- und Hochwert',
        larger: 'tausendmal so groß',
        smaller: 'tausendmal kleiner',
        unit: 'in {unit}',
      },
    },
    advice: 'lesen Sie die Datei noch einmal mit {option}',
  },
  'check-outside-area-scale': {
    text: 'die Daten liegen außerhalb des Anwendungsbereichs von {system}; tausendmal {change} lägen sie innerhalb',
    clauses: { change: { larger: 'so groß', smaller: 'kleiner' } },
    advice: '{cure}',
  },
  'check-size': ['die Daten sind {size} breit', 'prüfen Sie die Einheit'],
  'check-stray': [
    '{kind} liegt {distance} von den übrigen entfernt',
    'löschen Sie das Objekt, oder berichtigen Sie seine Koordinaten',
  ],
  'check-point-twice': [
    'ein Punkt liegt auf einem anderen mit demselben Layer, Namen und Code{names}',
    'löschen Sie einen davon',
  ],
  'check-point-heights': [
    'zwei Punkte eines Layers an derselben Stelle haben verschiedene Höhen: {one} und {other}{names}',
    'entscheiden Sie, welche richtig ist',
  ],
  'check-name-twice': [
    'der Name „{name}“ wird für Punkte an verschiedenen Stellen verwendet',
    'benennen Sie einen davon um',
  ],
  'check-line-twice': ['{kind} ist doppelt auf dem Layer „{layer}“', 'löschen Sie ein Exemplar'],
  'check-spike': [
    'eine Spitze: {kind} {height} {direction} als die Nachbarn',
    'berichtigen Sie die Höhe, oder löschen Sie den Punkt',
  ],
  'check-elevation-zero': [
    '{kind} mit der Höhe 0 zwischen anderen bei etwa {usual}',
    'messen Sie die Höhe, oder entfernen Sie sie',
  ],
  'check-elevation-impossible': [
    '{kind} mit der Höhe {elevation}, die unmöglich ist oder für „keine“ steht',
    'entfernen Sie die Höhe',
  ],
  'check-flat': ['alle Höhen sind 0, also vermutlich unbekannt', 'verwenden Sie die Daten nur für die Lage'],
  'check-breaklines-cross': [
    'Bruchkanten des Geländemodells „{name}“ kreuzen sich mit {difference} Höhenunterschied',
    'teilen Sie sie an einem gemeinsamen Stützpunkt',
  ],
  'check-lines-cross': [
    'Linien des Layers „{layer}“ kreuzen sich mit {difference} Höhenunterschied',
    'teilen Sie sie an einem gemeinsamen Stützpunkt, wenn sie Bruchkanten sind',
  ],
  'check-boundary-open': ['ein Rand des Geländemodells „{name}“ ist um {gap} offen', 'schließen Sie ihn'],
  'check-line-gap': [
    'eine Linie endet {gap} vor ihrem Anfang, ohne geschlossen zu sein',
    'schließen Sie sie, wenn sie ein Rand ist',
  ],
  'check-surface-folded': [
    'Dreiecke des Geländemodells „{name}“ liegen übereinander ({share} % der geprüften)',
    'vermaschen Sie es neu',
  ],
  'check-surface-twice': [
    'die Geländemodelle „{name}“ und „{other}“ sind auf {share} % des ersten gleich',
    'löschen Sie eines davon',
  ],
  'check-surfaces-overlap': [
    'die Geländemodelle „{name}“ und „{other}“ bedecken dasselbe Gelände ({share} % des ersten)',
    'senden Sie das gemeinte',
  ],
  'check-text-empty': ['ein Text ohne Inhalt', 'löschen Sie ihn, oder füllen Sie ihn aus'],
  'check-drawing-empty': [
    'die Hintergrundzeichnung „{name}“ zeigt nichts',
    'lassen Sie sie weg, oder lesen Sie sie mit space=both, wenn sie nur Blätter hat',
  ],
  'check-drawing-size': [
    'die Hintergrundzeichnung „{name}“ ist {size} breit',
    'prüfen Sie ihre Einheit (Option drawingUnit oder unit)',
  ],
  'check-drawing-outside-area': [
    'die Hintergrundzeichnung „{name}“ liegt außerhalb des Anwendungsbereichs von {system}',
    'prüfen Sie ihre Einheit, oder platzieren Sie sie über Positionen',
  ],
  'check-drawing-apart': [
    'die Hintergrundzeichnung „{name}“ liegt {distance} von den Daten entfernt',
    'prüfen Sie ihre Einheit, oder platzieren Sie sie über Positionen',
  ],
  'check-partial': [
    'die Prüfung „{what}“ endete an der Grenze {limit}; die Funde bis dahin sind aufgeführt',
    'prüfen Sie Teile der Daten einzeln',
  ],
};
