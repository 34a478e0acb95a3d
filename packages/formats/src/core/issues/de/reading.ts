import type { Translated } from '../language.ts';
import type { readingIssues as EnglishReadingIssues } from '../reading.ts';

export const readingIssues: Translated<typeof EnglishReadingIssues> = {
  'elevation-unreadable': 'die Höhe „{value}“ ist keine Zahl; die Position wurde ohne Höhe gelesen',
  'elevation-none': 'die Höhe {value} bedeutet „keine Höhe“; sie wurde als unbekannt gelesen',
  'coordinates-missing': '{kind} „{name}“ hat keine lesbaren Koordinaten und wurde weggelassen',
  'shot-without-coordinates': [
    '{count gemessener Punkt hat|gemessene Punkte haben} in der Datei keine Koordinaten: {names}',
    'berechnen Sie sie im Büroprogramm des Instruments, und exportieren Sie sie',
  ],
  'geometry-damaged': {
    text: '{what} weggelassen: {fault}',
    clauses: {
      fault: {
        'not-a-number': '„{word}“ unter den Zahlen',
        'several-rings': 'mehr als ein Ring',
        'no-vertex': 'ein Ring ohne Stützpunkte',
        'ring-not-triples': '{numbers} Zahlen in einem Ring, was kein Vielfaches von drei ist',
        bulges: 'ein Ring mit weniger oder mehr Ausbuchtungen als Stützpunkten',
        'odd-list': 'eine ungerade Liste',
        'not-finite': 'eine Zahl, die nicht endlich ist',
        'no-point': 'keine Punkte',
        'no-place': 'eine unbekannte Art, oder Anfang, Ende oder Mittelpunkt nicht lesbar',
      },
    },
  },
  'surface-damaged': {
    text: 'das Geländemodell „{name}“ wurde weggelassen: es hat {fault}',
    clauses: {
      fault: {
        'not-a-number': '„{word}“ unter seinen Zahlen',
        'line-not-triples': 'eine Linie, deren Zahlen kein Vielfaches von drei sind',
        'vertices-not-triples': 'Eckpunkte, deren Zahlen kein Vielfaches von drei sind',
        'vertex-missing': 'Dreiecke mit Eckpunkten, die es nicht gibt',
        'parts-differ': 'Teile, die nicht zusammenpassen',
      },
    },
  },
  'section-damaged': 'das Querprofil {section} wurde weggelassen: es ist keine Liste von Abständen und Höhen',
  'mixed-encoding': 'Text, der nicht {encoding} ist, wurde als Windows-1252 gelesen',
  'unit-doubtful': [
    'die Datei gibt {found} an; ein Job hat eine Einheit, deshalb wurden alle Koordinaten in {used} gelesen',
    'wenn das falsch ist, berichtigen Sie die Datei, oder geben Sie die Einheit mit der Option unit an',
  ],
  'unit-unknown': '{unit} ist keine bekannte Längeneinheit; die Koordinaten wurden nicht umgerechnet',
  'unit-converted': 'Längen wurden von {from} in {to} umgerechnet',
};
