import type { gsiIssues as EnglishGsiIssues, gts7Issues as EnglishGts7Issues } from '../gts7.ts';
import type { Translated } from '../language.ts';

export const gsiIssues: Translated<typeof EnglishGsiIssues> = {
  'gsi-block-unknown':
    'die Zeile „{block}“ wurde übersprungen: sie beginnt weder mit einer Punktnummer (11) noch mit einem Code (41)',
  'gsi-word-unreadable': 'das Wort „{word}“ des Blocks „{block}“ ist nicht lesbar',
};

export const gts7Issues: Translated<typeof EnglishGts7Issues> = {
  'no-records': 'die Datei hat keinen der Sätze einer GTS-7-Datei (STN, SS, XYZ, …)',
  'record-unknown': '„{record}“ ist kein Satz einer GTS-7-Datei und wurde übersprungen',
  'record-without-point': 'der Satz {record} wurde übersprungen: er folgt keinem Satz, der einen Punkt nennt',
  'units-unknown': [
    'die Einheiten „{units}“ sind nicht M oder F für Längen und D oder G für Winkel; stattdessen wurden Meter und DDD.MMSS genommen',
    'wenn das falsch ist, geben Sie die Einheit mit der Option unit an',
  ],
  'foot-assumed': [
    'die Datei sagt nicht, in welchen Fuß sie ist; internationale Fuß wurden genommen',
    'geben Sie unit=usft für US-Survey-Fuß an',
  ],
  'too-many-details': 'ein Punkt hat mehr als {most} Werte; der Rest wurde übersprungen',
  'coordinate-unreadable': 'die Koordinaten „{values}“ des Punkts „{point}“ sind nicht lesbar und wurden übersprungen',
  'coordinates-doubled': 'der Punkt „{point}“ hat zweite Koordinaten, „{values}“; die ersten wurden behalten',
  'names-not-compared': 'die Datei hat mehr als {most} Namen; danach werden wiederholte Punkte nicht erkannt',
  'angle-unreadable': '„{value}“ ist kein Winkel in {unit}; er wurde behalten, wie er geschrieben ist',
  'observation-units-mixed':
    'die Beobachtungen kommen aus Dateien mit verschiedenen Einheiten, und das Format hat nur eine: manche Strecken oder Winkel passen nicht dazu',
  'foot-not-told-apart': 'das Format sagt nicht, in welchen Fuß es ist; diese sind US-Survey-Fuß',
  'observation-not-written': '{count Beobachtung|Beobachtungen} weggelassen: Sätze anderer Formate',
};
