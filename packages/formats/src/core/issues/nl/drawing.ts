import type { drawingIssues as EnglishDrawingIssues } from '../drawing.ts';
import type { Translated } from '../language.ts';

export const drawingIssues: Translated<typeof EnglishDrawingIssues> = {
  'block-circle': 'het blok “{name}” bevat zichzelf; de verwijzing ernaar is weggelaten',
  'block-too-deep':
    'in “{name}” zijn blokken {depth} diep genest, meer dan de grens depth = {limit}; de verwijzing is weggelaten',
  'expansion-limit': [
    'de verwijzing naar “{name}” zou {features} objecten tekenen, maar van de grens expanded = {limit} zijn er {left} over',
    'verhoog de grens als de tekening te vertrouwen is',
  ],
  'faces-as-surface': [
    '{count vlak werd|vlakken werden} {surfaces terreinmodel|terreinmodellen}, omdat ze zijden delen en naast elkaar liggen: {layers}',
    'surfaces=false maakt er vlakken van',
  ],
  'faces-as-areas': {
    text: '{count zijvlak|zijvlakken} op {layers} als vlakken gelezen: {reason}',
    clauses: {
      reason: {
        'no-elevation': 'ze hebben geen hoogte',
        alone: 'het is het enige',
        'no-shared-edge': 'ze delen geen zijden',
        'few-joined': 'slechts {joined} van {faces} delen een zijde met een ander',
        pieces: 'ze vallen uiteen in {pieces} kleine stukken',
        'at-zero': 'alle liggen op hoogte 0',
        vertical: 'de meeste staan verticaal',
        'above-each-other': 'ze liggen boven elkaar',
      },
    },
    advice: 'surfaces=true maakt er een terreinmodel van',
  },
  'faces-repeated': '{count driehoek|driehoeken} uit terreinmodellen weggelaten: elk is er al',
  'faces-without-elevation': [
    '{count vlak|vlakken} van terreinmodellen zonder hoogten: de terreinmodellen hebben daar 0',
    'surfaces=auto maakt er vlakken van',
  ],
  'bad-coordinate': 'een coördinaat ontbreekt, is oneindig of geen getal; het object is weggelaten',
  'too-few-vertices': '{count lijn|lijnen} weggelaten: minder dan twee hoekpunten',
  'no-position': '{count object of driehoek|objecten of driehoeken} weggelaten: een positie ontbreekt of is geen getal',
  'elevation-added':
    'onbekende hoogten zijn op {count plaats|plaatsen} als 0 geschreven: het formaat heeft er een nodig',
  'arc-stroked': '{count boog of lijn met bogen|bogen of lijnen met bogen} als koorden geschreven',
  'alignment-as-line':
    '{count as als lijn|assen als lijnen} geschreven: hoogten van het lengteprofiel blijven, de metrering niet',
  'hatch-as-area': '{count arcering|arceringen} zonder de vulling of de lijnen van het patroon geschreven',
  'text-attributes-left-out': 'attributen van {count tekst|teksten} weggelaten: het formaat kan ze niet bevatten',
  'properties-left-out':
    'naam, code of attributen van {count object|objecten} weggelaten: het formaat kan ze niet bevatten',
};
