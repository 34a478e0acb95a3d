import type { Translated } from '../language.ts';
import type { machineIssues as EnglishMachineIssues, machineLosses as EnglishMachineLosses } from '../machine.ts';

export const machineLosses: Translated<typeof EnglishMachineLosses> = {
  'line-without-position': '{count Linie|Linien} weggelassen: ein Stützpunkt hat keine Position',
  'text-without-position': '{count Text|Texte} weggelassen: keine Position',
  'alignment-without-position': '{count Achse|Achsen} weggelassen: die Achse ist nicht ganz bekannt',
  'plane-without-position': '{count Ebene|Ebenen} weggelassen: nicht ganz bekannt',
  'control-without-position': '{count Festpunkt|Festpunkte} weggelassen: kein Rechts- und Hochwert',
  'triangle-left-out': '{count Dreieck|Dreiecke} weggelassen: ein Eckpunkt hat keine Position oder keine Höhe',
  'line-too-short': '{count Linie|Linien} weggelassen: weniger als zwei Stützpunkte',
  'line-too-long': '{count Linie|Linien} weggelassen: mehr als 65535 Stützpunkte',
  'line-name-left-out':
    'Namen und Codes von {count Linie|Linien} weggelassen: das Format hat keinen bekannten Platz für sie',
  'line-closing-repeated':
    '{count geschlossene Linie|geschlossene Linien} mit dem ersten Stützpunkt noch einmal am Ende geschrieben',
  'clothoid-stroked':
    '{count Klothoide|Klothoiden} von Achsen als Sehnen geschrieben, auf 1 mm genau: wie das Format Klothoiden speichert, ist nicht bekannt',
  'section-left-out': '{count Querprofil|Querprofile} weggelassen: das Format hat keinen nachgewiesenen Platz für sie',
  'station-equation-left-out':
    '{count Stationssprung|Stationssprünge} weggelassen: das Format hat keinen bekannten Platz für sie',
  'alignment-joined':
    '{count Element|Elemente} von Achsen an das Ende des vorigen Elements verschoben: das Format schließt sie aneinander an',
  'vertical-arc-as-parabola':
    '{count Kuppen- oder Wannenkreis|Kuppen- oder Wannenkreise} als Ausrundungen derselben Länge geschrieben',
  'text-broken':
    '{count Text|Texte} werden mit mehr Zeilen gelesen: das Format hält „\\P“ in einem Text für einen Zeilenumbruch',
  'text-justification-lost':
    '{count Text|Texte} an der linken unteren Ecke platziert: das Format hat keine Ausrichtung',
  'layer-default': '{count Layer|Layer} „Default“ für Objekte ohne Layer ergänzt',
  'control-position-incomplete':
    'WGS-84-Positionen von {count Festpunkt|Festpunkten} weggelassen: Breite oder Länge fehlt',
  'control-code-left-out': 'Codes von {count Festpunkt|Festpunkten} weggelassen: das Format kann sie nicht aufnehmen',
  'control-residual-joined': 'Lageresiduen von {count Festpunkt|Festpunkten} als Beträge geschrieben, ohne ihre Teile',
  'control-use-joined':
    '{count Festpunkt|Festpunkte}, nur in Lage oder nur in Höhe verwendet, als in beidem verwendet geschrieben',
  'breakline-left-out':
    '{count Bruchkante|Bruchkanten} von Geländemodellen weggelassen: nur Kanten von Dreiecken werden geschrieben',
  'boundary-left-out': '{count Rand|Ränder} von Geländemodellen weggelassen: die Dreiecke zeigen sie',
  'surface-layer-left-out':
    'Layer von {count Geländemodell|Geländemodellen} weggelassen: das Format kann sie nicht aufnehmen',
};

export const machineIssues: Translated<typeof EnglishMachineIssues> = {
  'machine-no-sample':
    'die Datei beginnt nicht mit „Topcon {kind}“, und von einem anderen {kind} gibt es kein öffentliches Muster; sie kann nicht gelesen werden',
  'not-machine-file': 'die Datei beginnt weder mit „Topcon TP3“ noch mit dem Kennzeichen eines verwandten Formats',
  'directory-missing': [
    'kein Tabellenverzeichnis an der Position {places} dieser {kind}-Datei: sie ist beschädigt, oder ihr Aufbau ist nicht bekannt',
    'wenn andere Programme sie lesen, senden Sie die Ausgabe von „fieldbridge inspect --raw“',
  ],
  'layout-not-known': [
    'diese {kind}-Datei enthält die Tabellen {tables}, aber nicht die Tabelle {needed} wie ein TP3; geraten wird nichts',
    '„fieldbridge inspect --raw“ zeigt, was da ist',
  ],
  'directory-cut': 'das Verzeichnis hat {stated} Plätze; die Datei endet nach {found}',
  'page-loop': '{page} wurde schon gelesen; die Kette wurde dort beendet',
  'page-outside': '{page} liegt an der Position {offset}, außerhalb der Datei',
  'page-not-a-page': '{page} hat den Kopf von etwas anderem; die Kette wurde dort beendet',
  'page-differs': '{page} hat Sätze anderer Größe oder Nummer; die Kette wurde dort beendet',
  'page-back-link': '{page} nennt eine andere Seite als Vorgängerin',
  'page-overlap': '{page} überlappt andere: alle Seiten zusammen sind größer als die Datei',
  'page-empty': 'die Tabelle {table} hat mehr als {most} leere Seiten',
  'page-overfull': '{page} gibt {stated} Sätze an und hat Platz für {most}; diese wurden gelesen',
  'page-cut': '{page} gibt {stated} Sätze an; die Datei endet nach {found}',
  'page-header-unknown':
    'die Tabelle {table} wurde übersprungen: ihre Seitenköpfe haben {size} Bytes; bekannt sind 18 und 22',
  'table-doubled': 'die Tabelle {table} ist zweimal aufgeführt; die erste wurde gelesen',
  'table-unknown':
    'die Tabelle {table} wurde übersprungen: was ihre {records} Sätze zu {size} Bytes enthalten, ist nicht bekannt',
  'record-short':
    'die Tabelle {table} ({title}) wurde übersprungen: ihre Sätze haben {size} Bytes und brauchen {least}',
  'record-size': 'die Texte der Tabelle {table} sind leer: ihre Sätze haben {size} Bytes statt {expected}',
  'node-loop': '{list} einer Achse abgebrochen: Elemente wiederholen sich',
  'node-outside': '{list} einer Achse abgebrochen: ein Verweis führt aus der Datei hinaus',
  'node-not-a-node': '{list} einer Achse abgebrochen: ein Element fehlt',
  'node-unknown': {
    text: 'ein Achselement vom Typ {type} mit {size} Bytes {fault}; {consequence}',
    clauses: {
      fault: { unknown: 'ist unbekannt', short: 'braucht {needed} Bytes' },
      consequence: { 'left-out': 'es wurde weggelassen', 'axis-ends': 'die Achse endet dort' },
    },
  },
  'content-mismatch': 'die Datei heißt .{extension}, enthält aber {kind}; so wurde sie gelesen',
  'origin-not-finite': '{kind} „{name}“ hat keinen brauchbaren Ursprung; übersprungen',
  'reference-missing': '{what} verweist auf {missing}, was nicht da ist; weggelassen',
  'coordinate-not-finite': '{what} weggelassen: die Position ist nicht endlich',
  'line-cut': 'eine Linie nennt {stated} Stützpunkte; {found} sind da',
  'point-time-unknown': 'Punkte haben {size} Bytes; wo ihre Zeit gespeichert ist, ist nur für 26 und 30 bekannt',
  'text-layout-assumed':
    '{count Beschriftung|Beschriftungen} mit einem Aufbau gelesen, der passt, aber nicht nachgewiesen ist',
  'control-value-unusable': '{fields} des Festpunkts „{name}“ weggelassen: kein möglicher Wert',
  'control-position-unmarked':
    'die Zahlen anstelle einer WGS-84-Position von {count Festpunkt|Festpunkten} weggelassen: ihre Kennzeichen sagen, dass sie keine Position haben',
  'control-residual-length':
    'Lageresiduen von {count Festpunkt|Festpunkten} weggelassen: die Datei hat nur ihren Betrag',
  'plane-slope-assumed':
    'Richtung und Neigung von {count Ebene|Ebenen} als Winkel gelesen, was zum einzigen Muster passt, aber nicht nachgewiesen ist',
  'surface-cut': 'das Geländemodell „{name}“ gibt an: {stated} {what}; {found} sind da',
  'triangle-skipped':
    '{count Dreieck|Dreiecke} des Geländemodells „{name}“ weggelassen: ein Eckpunkt fehlt, ist nicht endlich oder ohne Höhe',
  'neighbours-wrong':
    'die Verbindungen zwischen Dreiecken des Geländemodells „{name}“ weggelassen: {wrong} teilen keine Kante',
  'edge-not-in-surface':
    '{count Zwangskante|Zwangskanten} von {edges} des Geländemodells „{name}“ weggelassen: keine Kanten seiner Dreiecke',
  'alignment-empty': 'die Achse „{name}“ wurde weggelassen: sie hat keine Elemente',
  'alignment-start-missing': 'die Elemente der Achse „{name}“ wurden weggelassen: sie hat keinen Anfang',
  'alignment-element-damaged':
    'die Achse „{name}“ endet an einem Element ohne brauchbare Länge, Richtung oder brauchbaren Radius',
  'alignment-curve-assumed': [
    '{count Bogen|Bögen} der Achse „{name}“ als Kreisbögen aus Radius, Länge und Richtung gelesen: nur die Länge ist nachgewiesen',
    'prüfen Sie die Positionen danach',
  ],
  'template-skipped': '{count Regelquerschnitt|Regelquerschnitte} der Achse „{name}“ weggelassen: {templates}',
  'experimental-only': [
    'kein {kind} des Herstellers wurde je gesehen; das wäre geraten, und Geratenes auf einer Maschine ist eine Gefahr',
    'schreiben Sie ein TP3, oder sagen Sie experimental=true, um es trotzdem zu bekommen',
  ],
  'nothing-to-write': 'der Job hat nichts, was das Format {kind} aufnehmen kann{why}',
  'too-large-for-format': 'das Format fasst höchstens {most} {what}; der Job hat {found}',
  'precision-too-low': [
    'LN3 enthält Zahlen einfacher Genauigkeit: eine Koordinate würde sich um {moved} mm verschieben, und mehr als {most} mm wird abgelehnt',
    'schreiben Sie ein TP3, oder legen Sie weit entfernte Linien auf eigene Layer',
  ],
  'single-precision': '{count Koordinate|Koordinaten} auf einfache Genauigkeit gerundet, um höchstens {most} mm',
  'surface-not-found': 'der Job hat kein Geländemodell „{name}“; vorhanden: {names}',
  'surface-not-chosen': [
    '{count Geländemodell|Geländemodelle} weggelassen: ein TN3 enthält eines, und „{name}“ wurde geschrieben',
    'wählen Sie ein anderes mit der Option surface',
  ],
  experimental: [
    'die Datei folgt einer Untersuchung echter Dateien, nicht den Unterlagen des Herstellers',
    'prüfen Sie sie auf der Maschine, bevor damit gearbeitet wird',
  ],
};
