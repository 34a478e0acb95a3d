import type {
  dxfEntityIssues as EnglishDxfEntityIssues,
  dxfIssues as EnglishDxfIssues,
  dxfWritingIssues as EnglishDxfWritingIssues,
} from '../dxf.ts';
import type { Translated } from '../language.ts';
import { SPLINE_FAULTS } from './spline-faults.ts';

export const dxfIssues: Translated<typeof EnglishDxfIssues> = {
  'not-dxf':
    'die Datei hat keinen Abschnitt einer DXF-Datei (HEADER, TABLES, BLOCKS, ENTITIES); sie ist leer, abgeschnitten oder in einem anderen Format',
  'no-end-of-file': 'die Datei endet ohne EOF; sie ist vielleicht abgeschnitten',
  'data-behind-end': 'die Daten nach dem EOF der Zeichnung wurden nicht gelesen',
  'bad-group-code': 'eine Zeile ist nicht der erwartete Gruppencode; Zeilen wurden bis zum nächsten Code übersprungen',
  'group-code-unknown': 'den Gruppencode {code} gibt es nicht; der Rest der Datei kann nicht gelesen werden',
  'missing-value': 'die Datei endet im Gruppencode {code}, vor dem Ende seines Werts',
  'code-page-unknown': [
    'die Codepage „{name}“ ist nicht bekannt; Texte wurden als UTF-8 oder Windows-1252 gelesen',
    'geben Sie sie mit der Option codePage an',
  ],
  'geodata-own-grid':
    'die Zeichnung hat ein eigenes Netz in {system} ({grid}); ihre Koordinaten wurden gelesen, wie sie sind',
  'unit-contradiction': [
    '$INSUNITS sagt {unit}, $MEASUREMENT aber {measurement}; $INSUNITS wurde befolgt',
    'wenn das falsch ist, geben Sie drawingUnit an',
  ],
  'drawing-unit-doubtful': [
    'die Einheit der Zeichnung ist zweifelhaft: in {stated}, wie der Dateikopf sagt, ist sie {asStated}; in {likely} wäre sie {asLikely}',
    'geben Sie drawingUnit={other} an, wenn das richtig ist, sonst drawingUnit={value}',
  ],
  'layer-undefined': 'der Layer „{name}“ wird verwendet, fehlt aber in der Layertabelle',
  'xref-not-read': 'der Block „{name}“ ist in einer anderen Datei ({file}), die nicht gelesen wurde',
};

export const dxfEntityIssues: Translated<typeof EnglishDxfEntityIssues> = {
  'paper-space-skipped': [
    'das Objekt ist auf einem Blatt im Papierbereich und wurde weggelassen',
    'space=both liest es',
  ],
  'model-space-skipped': 'das Objekt ist im Modellbereich und wurde auf Wunsch weggelassen',
  'entity-hidden': ['das Objekt ist als unsichtbar gekennzeichnet und wurde weggelassen', 'hidden=true liest es'],
  'entity-not-supported': 'Objekte der Art {type} werden nicht gelesen',
  'block-clipped': [
    '{count Objekt|Objekte} des Blocks „{name}“ am Zuschneiderand der Referenz abgeschnitten oder außerhalb weggelassen',
    'hidden=true liest alles',
  ],
  'block-not-cut': [
    '{count Objekt|Objekte} des Blocks „{name}“ auf dem Zuschneiderand der Referenz nicht abgeschnitten',
    'Oberflächen werden nicht abgeschnitten, ebenso Flächen, deren Ringe sich nicht wieder schließen lassen',
  ],
  'block-planes-left-out':
    'die Schnittebenen vor oder hinter dem Block „{name}“ wurden nicht angewendet: Er ist nur im Grundriss beschnitten',
  'block-hole-left-out':
    'der umgekehrte Zuschneiderand des Blocks „{name}“ wurde nicht angewendet: Was er verdeckt, ist zu sehen',
  'stray-part': '{type} gehört zu keinem Objekt; der Teil wurde weggelassen',
  'proxy-without-picture': [
    'ein Objekt eines anderen Programms ({kind}) hat kein Bild und wurde weggelassen',
    'lösen Sie es im CAD auf, und speichern Sie die Zeichnung noch einmal',
  ],
  'proxy-as-picture': 'ein Objekt eines anderen Programms wurde aus dem mitgespeicherten Bild gezeichnet',
  'proxy-partly-drawn': '{parts Teil|Teile} des Bilds eines Objekts eines anderen Programms nicht gezeichnet',
  'viewport-not-drawn': 'ein Ansichtsfenster im Papierbereich zeigt den Modellbereich und enthält selbst nichts',
  'not-part-of-the-plan': 'Lichter, Kameras und Schnittebenen zeigen im Lageplan nichts',
  'ole-not-read': 'ein eingebettetes Dokument hat in dieser Version des Formats keine Position; es wurde weggelassen',
  'ole-as-frame': 'ein eingebettetes Dokument kann nicht gezeichnet werden; sein Rahmen wurde gezeichnet',
  'picture-as-frame': 'ein Bild ist in einer eigenen Datei; sein Rahmen wurde mit dem Namen dieser Datei gezeichnet',
  'wipeout-as-area': 'ein Abdeckobjekt verdeckt in einem Job nichts; es wurde eine Fläche',
  'shape-as-point': 'die Form eines Symbols ist in einer Schriftdatei; es wurde ein Punkt mit seinem Namen',
  'solid-not-read': [
    'die ACIS-Form eines Volumenkörpers konnte nicht gelesen werden; er wurde weggelassen',
    'wandeln Sie ihn im CAD in ein Netz um (MESHSMOOTH) und speichern Sie noch einmal, oder exportieren Sie ihn als STL',
  ],
  'body-not-read': [
    'die ACIS-Form eines Körpers konnte nicht gelesen werden; er wurde weggelassen',
    'wandeln Sie ihn im CAD in ein Netz um (MESHSMOOTH) oder lösen Sie ihn auf, und speichern Sie noch einmal',
  ],
  'region-not-read': [
    'die ACIS-Form einer Region konnte nicht gelesen werden; sie wurde weggelassen',
    'lösen Sie sie im CAD auf, und speichern Sie noch einmal',
  ],
  'surface-not-read': [
    'die ACIS-Form einer Oberfläche konnte nicht gelesen werden; sie wurde weggelassen',
    'wandeln Sie sie im CAD in ein Netz um (MESHSMOOTH), und speichern Sie noch einmal',
  ],
  'shape-partly-drawn': '{edges Kante|Kanten} einer ACIS-Form weggelassen: freie Kurven werden nicht gezeichnet',
  'mesh-without-faces': 'ein Netz ohne Flächen wurde weggelassen',
  'mesh-incomplete': 'ein Netz wurde weggelassen: es gibt {rows} × {columns} Eckpunkte an und hat {vertices}',
  'mesh-faces-left-out': '{faces Fläche|Flächen} eines Netzes weggelassen: ein Eckpunkt fehlt oder ist nicht endlich',
  'mesh-not-smoothed': 'ein Netz wurde ohne seine Unterteilung gezeichnet',
  'face-without-area': 'eine Fläche mit weniger als drei verschiedenen Ecken wurde weggelassen',
  'face-is-line': 'eine Fläche hat nur zwei verschiedene Ecken; sie wurde als Linie gezeichnet',
  'bad-radius': 'ein Kreis oder Bogen wurde weggelassen: sein Radius ist nicht größer als 0',
  'bad-spline': {
    text: 'ein Spline wurde weggelassen: {fault}',
    clauses: {
      fault: {
        ...SPLINE_FAULTS,
        'no-points': 'er hat weder Kontrollpunkte noch zwei verschiedene Passpunkte',
        'hatch-edge': 'eine Kante einer Schraffur',
      },
    },
  },
  'spline-repaired': {
    text: 'ein Spline wurde mit gleichmäßig verteilten Knoten gezeichnet: {fault}',
    clauses: { fault: SPLINE_FAULTS },
  },
  'spline-approximated': 'ein Spline hat nur Passpunkte; die Kurve, die CAD-Systeme hindurch zeichnen, wurde berechnet',
  'polyline-by-frame':
    'die Zeichnung enthält von einer ausgeglichenen Kurve nur das Gerüst; dieses wurde statt der Kurve gezeichnet',
  'outside-extent': 'eine unendliche Linie, die die Zeichnung nicht kreuzt, wurde weggelassen',
  'hatch-without-boundary': 'eine Schraffur ohne Umgrenzung wurde weggelassen',
  'hatch-boundary-open': 'die Umgrenzungskanten einer Schraffur treffen sich nicht; sie wurden durch Geraden verbunden',
  'pattern-left-out':
    'eine Schraffur wurde ohne ihr Muster gezeichnet, das beschädigt ist oder mehr als {most} Linien hat',
  'empty-text': 'ein leerer Text wurde weggelassen',
  'multileader-empty':
    'eine Multi-Führungslinie wurde weggelassen: sie hat weder Linie noch Text noch Block, die gezeichnet werden können',
  'dimension-without-block': 'eine Bemaßung ({kind}) wurde weggelassen: der Block mit ihren Linien und Texten fehlt',
  'dimension-from-points':
    'der Block einer Bemaßung fehlt; ihre Linien und Texte wurden aus ihren Punkten und ihrem Stil gezeichnet',
  'dimension-constraint': 'eine Bemaßung ist eine Abhängigkeit einer parametrischen Zeichnung, die nie geplottet wird',
  'table-without-block': 'eine Tabelle wurde weggelassen: der Block mit ihrem Inhalt fehlt',
  'block-undefined': 'der Block „{name}“ ist nicht definiert; der Verweis wurde ein Punkt',
  'frozen-reference':
    'der Layer einer Blockreferenz ist gefroren, aber Teile des Blocks sind auf sichtbaren Layern und wurden gezeichnet',
};

export const dxfWritingIssues: Translated<typeof EnglishDxfWritingIssues> = {
  'point-properties-left-out':
    'Name, Code oder Attribute von {count Punkt|Punkten} weggelassen, wie mit points=point verlangt',
  'area-as-outline': '{count Fläche als geschlossene Polylinie|Flächen als geschlossene Polylinien} geschrieben',
  'layer-renamed': '{count Layer|Layer} umbenannt: DXF erlaubt den Namen nicht',
  'attribute-tag-changed':
    '{count Attribut|Attribute} von Punkten umbenannt: Namen von Attributen haben in DXF keine Leerzeichen',
  'layer-description-cut': '{count Layerbeschreibung|Layerbeschreibungen} gekürzt: länger, als DXF erlaubt',
  'line-type-renamed': '{count Linientyp|Linientypen} umbenannt: DXF erlaubt den Namen nicht',
  'hatch-levelled': [
    '{count geneigte Fläche|geneigte Flächen} auf der Höhe des ersten Stützpunkts geschrieben: eine Schraffur ist waagrecht',
    'areas=outline behält alle Höhen',
  ],
};
