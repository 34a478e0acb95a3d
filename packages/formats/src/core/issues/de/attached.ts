import type { attachedIssues as EnglishAttachedIssues } from '../attached.ts';
import type { Translated } from '../language.ts';

export const attachedIssues: Translated<typeof EnglishAttachedIssues> = {
  'attached-read':
    'die angehängte Datei „{file}“ wurde gelesen ({count Objekt|Objekte}); ihre Layer beginnen mit „{name}|“',
  'attached-clipped':
    '{count Objekt|Objekte} der angehängten Datei „{file}“ an ihrem Zuschneiderand abgeschnitten oder außerhalb weggelassen',
  'attached-not-cut': [
    '{count Objekt|Objekte} der angehängten Datei „{file}“ auf ihrem Zuschneiderand nicht abgeschnitten',
    'Oberflächen werden nicht abgeschnitten, ebenso Flächen, deren Ringe sich nicht wieder schließen lassen',
  ],
  'attached-missing':
    'die angehängte Datei „{file}“ ist nicht unter den Referenzen (Modell {model}, platziert bei {easting}, {northing}, Maßstab {scale}, gedreht um {rotation}°)',
  'attached-circle':
    'die angehängte Datei „{file}“ hängt sich direkt oder über andere selbst an; sie wurde nicht noch einmal gelesen',
  'attached-not-read': 'die angehängte Datei „{file}“ wurde nicht gelesen: {reason}',
  'attached-limit': 'die Zeichnung und ihre Anhänge haben mehr als {most} Anhänge; die übrigen wurden nicht gelesen',
};
