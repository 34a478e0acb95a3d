import type { drawingIssues as EnglishDrawingIssues } from '../drawing.ts';
import type { Translated } from '../language.ts';

export const drawingIssues: Translated<typeof EnglishDrawingIssues> = {
  'block-circle': 'der Block „{name}“ enthält sich selbst; der Verweis darauf wurde weggelassen',
  'block-too-deep':
    'in „{name}“ sind Blöcke {depth} tief geschachtelt, mehr als die Grenze depth = {limit}; der Verweis wurde weggelassen',
  'expansion-limit': [
    'der Verweis auf „{name}“ würde {features} Objekte zeichnen, von der Grenze expanded = {limit} sind aber nur {left} übrig',
    'erhöhen Sie die Grenze, wenn der Zeichnung zu trauen ist',
  ],
  'faces-as-surface': [
    '{count Fläche wurde|Flächen wurden} zu {surfaces Geländemodell|Geländemodellen}, weil sie Kanten teilen und nebeneinander liegen: {layers}',
    'surfaces=false macht Flächen daraus',
  ],
  'faces-as-areas': {
    text: '{count Fläche|Flächen} auf {layers} als Flächenobjekte gelesen: {reason}',
    clauses: {
      reason: {
        'no-elevation': 'sie haben keine Höhe',
        alone: 'sie ist allein',
        'no-shared-edge': 'sie teilen keine Kanten',
        'few-joined': 'nur {joined} von {faces} teilen eine Kante mit einer anderen',
        pieces: 'sie zerfallen in {pieces} kleine Stücke',
        'at-zero': 'alle liegen auf der Höhe 0',
        vertical: 'die meisten sind senkrecht',
        'above-each-other': 'sie liegen übereinander',
      },
    },
    advice: 'surfaces=true macht ein Geländemodell daraus',
  },
  'faces-repeated': '{count Dreieck|Dreiecke} in Geländemodellen weggelassen: jedes ist schon da',
  'faces-without-elevation': [
    '{count Fläche|Flächen} von Geländemodellen ohne Höhen: die Geländemodelle haben dort 0',
    'surfaces=auto macht Flächen daraus',
  ],
  'bad-coordinate': 'eine Koordinate fehlt, ist unendlich oder keine Zahl; das Objekt wurde weggelassen',
  'too-few-vertices': '{count Linie|Linien} weggelassen: weniger als zwei Stützpunkte',
  'no-position':
    '{count Objekt oder Dreieck|Objekte oder Dreiecke} weggelassen: eine Position fehlt oder ist keine Zahl',
  'elevation-added': 'unbekannte Höhen wurden an {count Stelle|Stellen} als 0 geschrieben: das Format braucht eine',
  'arc-stroked': '{count Bogen oder eine Linie mit Bögen|Bögen oder Linien mit Bögen} als Sehnen geschrieben',
  'alignment-as-line':
    '{count Achse als Linie|Achsen als Linien} geschrieben: die Höhen der Gradiente bleiben, die Stationen nicht',
  'hatch-as-area': '{count Schraffur|Schraffuren} ohne die Füllung oder die Linien des Musters geschrieben',
  'text-attributes-left-out': 'Attribute von {count Text|Texten} weggelassen: das Format kann sie nicht aufnehmen',
  'properties-left-out':
    'Name, Code oder Attribute von {count Objekt|Objekten} weggelassen: das Format kann sie nicht aufnehmen',
};
