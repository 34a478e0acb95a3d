import type { crsIssues as EnglishCrsIssues } from '../crs.ts';
import type { Translated } from '../language.ts';

export const crsIssues: Translated<typeof EnglishCrsIssues> = {
  'crs-local': [
    'die Koordinaten sind in einem lokalen Netz, dessen Lage auf der Erde unbekannt ist',
    'geben Sie ein Bezugssystem an (zum Beispiel crs=25832)',
  ],
  'crs-unknown': {
    text: '{system} kann nicht verwendet werden: {reason}',
    clauses: {
      reason: {
        unknown: 'PROJ kennt es nicht als Bezugssystem',
        'no-plan': 'es hat keinen Rechts- und Hochwert',
        depths: 'es hat Tiefen statt Höhen',
      },
    },
    advice: 'prüfen Sie den Code oder den Text',
  },
  'crs-axes': [
    '{system} zählt seine Koordinaten {axes}, ein Job nach Osten und Norden',
    'nennen Sie ein System derselben Projektion mit Rechts- und Hochwerten',
  ],
  'unit-contradicts-crs': ['die Koordinaten von {system} sind in {own}, nicht in {unit}', '{cure}'],
  'crs-grid-missing': [
    'der beste Übergang von {source} nach {target} (Genauigkeit {accuracy}) braucht das Gitter {grid}, das fehlt; {next}',
    '{cure}',
  ],
  'crs-grid-elsewhere': [
    'das Gitter {grid} reicht nicht bis zu den Daten: es ist von einem anderen Gebiet oder dort leer',
    'prüfen Sie die Datei, die Einheit und beide Bezugssysteme',
  ],
  'crs-axes-swapped': [
    'die Daten liegen außerhalb des Gebiets von {system}, mit vertauschtem Rechts- und Hochwert aber darin',
    'vertauschen Sie sie (Option swap=true oder columns einer Punktdatei), oder geben Sie ein anderes Bezugssystem an',
  ],
  'crs-no-position': [
    'nichts von den Daten hat einen Platz in {target}: die Koordinaten liegen jenseits von {source}',
    'prüfen Sie die Einheit, die Reihenfolge der Achsen und beide Bezugssysteme',
  ],
  'crs-grid-damaged': ['das Gitter {grid} {reason}', 'holen Sie es noch einmal beim Herausgeber'],
  'crs-datum-unknown': [
    'von {source} nach {target} ist kein Weg bekannt',
    'verwenden Sie ein System mit demselben Datum, oder lassen Sie die Koordinaten in {source}',
  ],
  'crs-epoch-missing': [
    'der Übergang von {source} nach {target} hängt vom Datum der Koordinaten ab',
    'geben Sie es mit crsEpoch als Jahr mit Nachkommastellen an (zum Beispiel 2026.5)',
  ],
  'grids-unreadable': {
    text: 'der Ordner der Gitter kann nicht verwendet werden: {reason}',
    clauses: { reason: { unreadable: '{message}', 'too-many': 'er enthält {files} Dateien, mehr als {most}' } },
    advice: 'prüfen Sie die Option --grids oder die Einstellung grids',
  },
};
