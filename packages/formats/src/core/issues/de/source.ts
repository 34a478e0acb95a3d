import type { Translated } from '../language.ts';
import type { sourceIssues as EnglishSourceIssues } from '../source.ts';

export const sourceIssues: Translated<typeof EnglishSourceIssues> = {
  'limit-exceeded': 'die Grenze {limit} = {value} ist überschritten: {found}',
  'unexpected-end': [
    'die Datei endet bei Byte {size}, und es fehlt {missing}; sie ist abgeschnitten oder beschädigt',
    'kopieren oder exportieren Sie sie noch einmal',
  ],
  'format-unknown': [
    'der Inhalt von „{name}“ ist in keinem Format, das gelesen werden kann',
    'sehen Sie in der Liste der Formate nach',
  ],
  'option-invalid': 'Option {name}: {fault}',
  'layer-unknown': ['auf einem Layer namens {names} ist nichts', 'Layer mit Inhalt: {layers}'],
  'sqlite-missing': [
    'Feldjob-Pakete, iModels und Bezugssysteme brauchen SQLite, das {runtime} nicht hat',
    'verwenden Sie Node 22.13 oder neuer',
  ],
  'sqlite-missing-file': 'eine SQLite-Datei kann nur von der Platte gelesen werden',
  'sqlite-damaged': [
    'die Datenbank in der Datei kann nicht gelesen werden ({found}); sie ist abgeschnitten oder beschädigt',
    'kopieren oder exportieren Sie sie noch einmal',
  ],
};
