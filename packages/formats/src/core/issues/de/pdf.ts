import type { Translated } from '../language.ts';
import type { pdfIssues as EnglishPdfIssues } from '../pdf.ts';

export const pdfIssues: Translated<typeof EnglishPdfIssues> = {
  'pdf-encrypted': ['die Datei ist mit einem Passwort gesperrt', 'speichern Sie sie ohne Passwort'],
  'pdf-damaged': 'die Datei kann nicht als PDF geöffnet werden ({reason}); sie ist abgeschnitten oder beschädigt',
  'pdf-too-many-pages': 'die Datei hat {pages} Seiten; die Grenze ist {limit}',
  'pdf-no-page': 'es gibt keine Seite {page}: die Datei hat {pages Seite|Seiten}',
  'pdf-page-damaged': 'Seite {page} kann nicht gelesen werden ({reason}); sie wurde weggelassen',
  'pdf-part-damaged': 'ein Teil der Datei ist beschädigt ({reason}); was ihn braucht, wurde weggelassen',
  'pdf-page-tree-circular':
    'der Seitenbaum führt vom Objekt {object} zu sich selbst zurück; unerreichbare Seiten wurden weggelassen',
  'pdf-page-tree-count':
    'der Seitenbaum führt {listed} Seiten auf, gibt aber {stated} an; unerreichbare Seiten wurden weggelassen',
  'pdf-scale-stated': [
    'die Datei gibt den Maßstab {scales} an; die Koordinaten sind Meter auf dem Papier',
    'geben Sie plotScale an, um Meter in der Natur zu erhalten',
  ],
  'pdf-georeferenced': [
    'die Lage der Seiten auf der Erde wurde nicht verwendet',
    'platzieren Sie die Zeichnung über zwei Positionen (placement=line)',
  ],
  'pdf-form-in-itself':
    'Seite {page}: ein Formular enthält sich selbst und wurde in sich nicht noch einmal gezeichnet ({times}-mal)',
  'pdf-outside': 'Seite {page}: {thing} außerhalb des sichtbaren Teils der Seite weggelassen',
  'pdf-path-skipped': 'Seite {page}: ein Pfad ohne brauchbare Koordinaten wurde weggelassen',
  'pdf-tiling-pattern':
    'Seite {page}: ein Pfad ist mit einem Kachelmuster gemalt; sein Umriss wurde ohne Farbe gezeichnet',
  'pdf-pattern': 'Seite {page}: ein Pfad ist mit einem Muster gemalt; sein Umriss wurde ohne Farbe gezeichnet',
  'pdf-shading': 'Seite {page}: ein Pfad ist mit einem Farbverlauf gemalt; sein Umriss wurde ohne Farbe gezeichnet',
  'pdf-not-drawn':
    'Seite {page}: {operator} (ein Farbverlauf oder ein wiederholtes Bild) hat keine Linien und wurde weggelassen',
  'pdf-text-unknown':
    'Seite {page}: ein Text hat Buchstaben, deren Bedeutung die Datei nicht angibt; sie sind die Codes ihrer Schrift',
  'pdf-annotation-left-out': [
    'Seite {page}: eine Anmerkung ({kind}: „{words}“) ohne Darstellung in der Datei wurde weggelassen',
    'drucken Sie die Datei in ein PDF, damit sie eine bekommt',
  ],
  'pdf-image': 'Seite {page}: ein Bild wurde die Hintergrundzeichnung „{name}“',
  'pdf-image-outline': 'Seite {page}: auf Wunsch wurde nur der Umriss eines Bilds gezeichnet',
  'pdf-image-small':
    'Seite {page}: von einem Symbol oder Muster ({width} × {height} Pixel) wurde nur der Umriss gezeichnet',
  'pdf-images-limit': 'Seite {page}: nur der Umriss eines Bilds wurde gezeichnet: die Datei hat mehr als {most} Bilder',
  'pdf-image-undecoded':
    'Seite {page}: nur der Umriss eines Bilds wurde gezeichnet: seine Pixel können nicht entschlüsselt werden',
  'pdf-image-skipped': 'Seite {page}: ein Bild ohne brauchbare Position wurde weggelassen',
  'pdf-image-resized':
    'Seite {page}: ein Bild von {stated} Pixeln wurde auf {size} entpackt: es ist zu groß, oder sein eigener Kopf sagt es so',
  'pdf-image-too-large': 'Bilder weggelassen, weil sie zu groß sind: {images}',
};
