import type { Translated } from '../language.ts';
import type { readingIssues as EnglishReadingIssues } from '../reading.ts';

export const readingIssues: Translated<typeof EnglishReadingIssues> = {
  'elevation-unreadable': 'de hoogte “{value}” is geen getal; de positie is zonder hoogte gelezen',
  'elevation-none': 'de hoogte {value} betekent “geen hoogte”; ze is als onbekend gelezen',
  'coordinates-missing': '{kind} “{name}” heeft geen leesbare coördinaten en is weggelaten',
  'shot-without-coordinates': [
    '{count gemeten punt heeft|gemeten punten hebben} in het bestand geen coördinaten: {names}',
    'bereken ze in het kantoorprogramma van het instrument en exporteer ze',
  ],
  'geometry-damaged': {
    text: '{what} weggelaten: {fault}',
    clauses: {
      fault: {
        'not-a-number': '“{word}” tussen de getallen',
        'several-rings': 'meer dan één ring',
        'no-vertex': 'een ring zonder hoekpunten',
        'ring-not-triples': '{numbers} getallen in een ring, wat geen veelvoud van drie is',
        bulges: 'een ring met minder of meer bolwaarden dan hoekpunten',
        'odd-list': 'een oneven lijst',
        'not-finite': 'een getal dat niet eindig is',
        'no-point': 'geen punten',
        'no-place': 'een onbekende soort, of begin, einde of middelpunt niet leesbaar',
      },
    },
  },
  'surface-damaged': {
    text: 'het terreinmodel “{name}” is weggelaten: het heeft {fault}',
    clauses: {
      fault: {
        'not-a-number': '“{word}” tussen zijn getallen',
        'line-not-triples': 'een lijn waarvan de getallen geen veelvoud van drie zijn',
        'vertices-not-triples': 'hoekpunten waarvan de getallen geen veelvoud van drie zijn',
        'vertex-missing': 'driehoeken die hoekpunten noemen die niet bestaan',
        'parts-differ': 'delen die niet bij elkaar passen',
      },
    },
  },
  'section-damaged': 'het dwarsprofiel {section} is weggelaten: het is geen lijst van afstanden en hoogten',
  'mixed-encoding': 'tekst die geen {encoding} is, is als Windows-1252 gelezen',
  'unit-doubtful': [
    'het bestand geeft {found} op; een opdracht heeft één eenheid, dus zijn alle coördinaten in {used} gelezen',
    'als dat fout is, corrigeer het bestand of geef de eenheid op met de optie unit',
  ],
  'unit-unknown': '{unit} is geen bekende lengte-eenheid; de coördinaten zijn niet omgerekend',
  'unit-converted': 'lengten zijn omgerekend van {from} naar {to}',
};
