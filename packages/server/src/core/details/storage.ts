import { detailRows } from './row.ts';

/** Disks and databases that are full or unavailable. */
export const storageDetails = detailRows({
  'The disk of the server is full; nothing was stored.': [
    'Die Festplatte des Servers ist voll; es wurde nichts gespeichert.',
    'De schijf van de server is vol; er is niets opgeslagen.',
  ],
  'The disk of the server is nearly full: files are refused until there is room. Nothing was stored.': [
    'Die Festplatte des Servers ist fast voll: Dateien werden abgelehnt, bis wieder Platz ist. Es wurde nichts gespeichert.',
    'De schijf van de server is bijna vol: bestanden worden geweigerd tot er weer ruimte is. Er is niets opgeslagen.',
  ],
  'The store does not respond.': ['Der Speicher antwortet nicht.', 'De opslag antwoordt niet.'],
  'The server has reached its limit of open files and connections.': [
    'Der Server hat seine Grenze für offene Dateien und Verbindungen erreicht.',
    'De server heeft zijn grens voor open bestanden en verbindingen bereikt.',
  ],
  'The {name} is {limit} bytes; more arrived.': [
    '{name} ist {limit} Bytes; es kamen mehr an.',
    '{name} is {limit} bytes; er kwamen er meer aan.',
  ],
});
