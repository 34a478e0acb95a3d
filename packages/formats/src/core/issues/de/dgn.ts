import type { dgnIssues as EnglishDgnIssues, dgnWritingIssues as EnglishDgnWritingIssues } from '../dgn.ts';
import type { Translated } from '../language.ts';
import { SPLINE_FAULTS } from './spline-faults.ts';

export const dgnIssues: Translated<typeof EnglishDgnIssues> = {
  'dgn-no-control-block': 'die Datei beginnt nicht mit dem Kontrollblock einer V7-Design-Datei',
  'dgn-no-end': 'die Datei endet ohne die Endmarke einer Zeichnung: Vielleicht wurde sie abgeschnitten',
  'dgn-behind-end':
    'die Zeichnung endet vor der Datei: {bytes Byte|Bytes} hinter ihrem Ende wurden nicht gelesen; sie ist vielleicht beschädigt',
  'dgn-model-header':
    'die Datei hat kein Modell mit einem Kopf, der die Einheiten angibt; sie ist beschädigt oder keine V8-Design-Datei',
  'dgn-no-model': 'es gibt kein Modell „{name}“; die Datei hat {models}',
  'cfb-damaged': 'die Verbunddatei ist beschädigt: {found}',
  'dgn-page-damaged': 'eine Seite mit Elementen ist beschädigt: {found}; ihre übrigen Elemente wurden weggelassen',
  'dgn-shared-page-damaged': 'Namen, Farben oder gemeinsame Zellen fehlen, weil eine Seite beschädigt ist: {found}',
  'dgn-models': [
    'die Datei enthält {models} Modelle (mit der Anzahl ihrer Elemente: {names}); nur „{name}“ wurde gelesen',
    'model=… liest ein anderes',
  ],
  'dgn-model-empty': 'das erste Modell, „{empty}“, ist leer; stattdessen wurde „{name}“ gelesen',
  'dgn-published-embedded': [
    'die Datei ist ein veröffentlichtes i-Modell, dessen eigene Zeichnung verschlüsselt ist; von {files eingebetteten lesbaren Datei|eingebetteten lesbaren Dateien} ({names}) wurde „{name}“ gelesen, so wie sie für sich liegt',
    'exportieren Sie die Design-Datei, aus der es veröffentlicht wurde; model=NAME liest eine andere eingebettete Datei',
  ],
  'dgn-published': [
    'die Datei ist ein veröffentlichtes i-Modell, dessen Inhalt verschlüsselt ist',
    'exportieren Sie die Design-Datei, aus der es veröffentlicht wurde',
  ],
  'dgn-attached-file': [
    'die angehängte Datei „{file}“ wurde nicht gelesen (Modell {model}, platziert bei {easting}, {northing}, Maßstab {scale}, gedreht um {rotation}°)',
    'geben Sie den Ordner der angehängten Dateien an (references), oder packen Sie alle in eine ZIP-Datei',
  ],
  'dgn-clip-left-out':
    'der Zuschneiderand der angehängten Datei „{file}“ wurde nicht angewendet: seine Lage ist nicht bekannt',
  'dgn-attached-levels':
    'welche Ebenen der angehängten Datei „{file}“ die Zeichnung ausblendet, ist nicht bekannt: Alle, die sie selbst zeigt, sind sichtbar',
  'dgn-attached-model': [
    'das angehängte Modell „{model}“ wurde nicht gelesen (platziert bei {easting}, {northing}, Maßstab {scale}, gedreht um {rotation}°)',
    'model=… liest es allein',
  ],
  'dgn-working-units':
    'die Arbeitseinheiten sind beschädigt ({perSub} Positionen, {perMaster} Untereinheiten); die Koordinaten sind in Positionen',
  'dgn-unit-unknown': 'die Haupteinheit „{name}“ ist keine bekannte Einheit; die Koordinaten sind in Haupteinheiten',
  'dgn-deleted': '{element}: gelöscht; weggelassen',
  'dgn-invisible': '{element}: als unsichtbar gekennzeichnet; weggelassen',
  'dgn-curve-stroked': '{element}: als Sehnen gezeichnet',
  'dgn-dimension-value':
    'eine Bemaßung zeigt ihr Maß ohne die Toleranz, das zweite Format oder das Zeichen, das ihr Stil hinzufügt: wie sie gespeichert sind, ist nicht bekannt',
  'dgn-dimension-left-out': 'eine Bemaßung der Art „{kind}“ weggelassen: wie sie gezeichnet wird, ist nicht bekannt',
  'dgn-element-short': '{element}: weggelassen, weil das Element zu kurz für seine Felder ist',
  'dgn-position-invalid': '{element}: weggelassen, weil eine Koordinate, eine Größe oder ein Winkel keine Zahl ist',
  'dgn-no-vertex': '{element}: weggelassen, weil ein Stützpunkt fehlt',
  'dgn-curve-short': '{element}: weggelassen wegen nur {points Punkt|Punkten}; eine Kurve braucht {least}',
  'dgn-layout-unknown': '{element}: weggelassen, weil der Aufbau hier nicht bekannt ist',
  'dgn-tag-left-out': '{element}: weggelassen, weil das Element oder der Etikettensatz dazu nicht zu finden ist',
  'dgn-curve-missing': '{element}: weggelassen, weil die zugehörige Kurve fehlt',
  'dgn-mesh-missing': '{element}: weggelassen, weil das zugehörige Netz fehlt',
  'dgn-mesh-faces': '{faces Fläche|Flächen} eines Netzes weggelassen, weil eine Ecke fehlt oder keine Zahl ist',
  'dgn-terrain-triangles': 'das Geländemodell „{name}“ hat {found Dreieck|Dreiecke}, gibt aber {stated} an',
  'dgn-spline': { text: '{element} weggelassen: {fault}', clauses: { fault: SPLINE_FAULTS } },
};

export const dgnWritingIssues: Translated<typeof EnglishDgnWritingIssues> = {
  'dgn-extent': [
    'der Job erstreckt sich über {size} Einheiten; {most} passen in eine Design-Datei mit {positions} Positionen je Tausendstel',
    'wählen Sie einen kleineren Teil, oder setzen Sie resolution=1 (am gröbsten)',
  ],
  'dgn-far-from-origin': [
    'der Job liegt {distance} Einheiten vom Ursprung, zu weit für eine Design-Datei',
    'suchen Sie nach einer falschen Koordinate',
  ],
  'dgn-outside-plane': 'die Koordinate {value} liegt außerhalb der Konstruktionsebene',
  'dgn-resolution': 'Positionen werden in Schritten von {step} {unit} gespeichert ({dimensions}-Datei)',
  'layer-names-left-out': '{count Layername|Layernamen} weggelassen: Ebenen haben Nummern ({levels})',
  'layers-merged': '{count Layer|Layer} in Ebene 63 zusammengelegt, die letzte, die es gibt',
  'line-split': '{count Linie|Linien} geteilt: zu lang für ein Element',
  'area-as-line': '{count Ring|Ringe} als Linien geschrieben: zu lang für ein Element',
  'area-rings-apart': '{count Fläche|Flächen} mit Löchern oder Teilen als getrennte Formen geschrieben',
  'text-empty': '{count leerer Text|leere Texte} weggelassen',
  'text-moved': '{count Text|Texte} nach geschätzter Breite platziert: das Format speichert die linke untere Ecke',
  'text-split': '{count Text|Texte} mit mehreren Zeilen als ein Text je Zeile geschrieben',
  'text-shrunk': '{count Text|Texte} verkleinert: zu hoch für diese Auflösung',
  'letter-replaced': '{count Zeichen|Zeichen} durch ? ersetzt: nicht im Zeichensatz',
  'colour-replaced': '{count Farbe|Farben} durch die nächstliegende ersetzt: die Tabelle ist voll',
  'surface-as-shapes': '{count Dreieck|Dreiecke} von Geländemodellen als Formen geschrieben',
  'surface-lines-left-out': '{count Bruchkante oder Rand|Bruchkanten oder Ränder} weggelassen',
};
