import type { Translated } from '../language.ts';
import type { lineworkIssues as EnglishLineworkIssues, pointsIssues as EnglishPointsIssues } from '../points.ts';

export const pointsIssues: Translated<typeof EnglishPointsIssues> = {
  'binary-content': ['die Datei ist binär, kein Text', 'geben Sie ihr wirkliches Format oder ihre Kodierung an'],
  'field-book': [
    'ein Feldbuch ({name}) enthält Messungen, keine Koordinaten: Zeile {line} ist „{record}“',
    'exportieren Sie Koordinaten aus dem Instrument oder seinem Büroprogramm{otherwise}',
  ],
  'formula-mark-removed':
    'ein Text verlor den Apostroph, der Tabellenprogramme davon abhält, ihn als Formel auszuführen',
  'columns-unknown': [
    'in den Spalten wurden keine Koordinaten erkannt (Trennzeichen {delimiter})',
    'geben Sie columns an, zum Beispiel columns=name,northing,easting,elevation,code',
  ],
  'no-points': [
    'keine Koordinaten in den Spalten {columns} in {count Zeile|Zeilen}',
    'geben Sie columns, delimiter oder decimal an',
  ],
  'systems-several': [
    'Zeilen nennen verschiedene Bezugssysteme: „{name}“ in Zeile {line}, „{other}“ in Zeile {otherLine}',
    'importieren Sie die Zeilen jedes Systems aus einer eigenen Datei, oder geben Sie mit der Option crs eines für alle an',
  ],
  'no-rows': 'die Datei hat keine Zeilen mit Punkten',
  'points-layout':
    'Spalten {columns}; Reihenfolge {order}, Trennzeichen {delimiter}, Dezimalzeichen {decimal}, {header}; {doubt}',
  'header-assumed': [
    'die Zeile wurde als Kopfzeile gelesen ({why})',
    'geben Sie header=false an, wenn sie ein Punkt ist',
  ],
  'headings-unknown': [
    'Überschriften ohne bekannte Bedeutung: {headings}; ihre Spalten wurden als Attribute behalten',
    'geben Sie columns=… an, wenn eine davon ein Name, eine Koordinate oder ein Code ist',
  ],
  'coordinate-order-assumed': [
    '{first} wurde als erste Koordinate angenommen ({why})',
    'geben Sie order={other} an, wenn es umgekehrt ist',
  ],
  'coordinates-may-be-degrees': [
    'die Koordinaten wurden als Längen gelesen, sehen aber wie Grad aus: sie liegen dicht beieinander und haben mehr als vier Nachkommastellen',
    'geben Sie columns mit latitude und longitude an, wenn es Grad sind, und unit, wenn es Längen sind',
  ],
  'angle-format-assumed': 'Winkel wurden als {format} gelesen: {why}',
  'preamble-skipped': 'eine Zeile vor der Kopfzeile wurde übersprungen',
  'comment-skipped': 'eine Kommentarzeile wurde übersprungen',
  'controls-removed': 'Steuerzeichen in einem Text wurden weggelassen',
  'quote-not-closed': 'ein Anführungszeichen wird nie geschlossen; es wurde als Buchstabe gelesen',
  'row-too-long': 'die Zeile ist länger, als eine Zeile sein darf, und wurde übersprungen',
  'row-has-more-fields': 'die Zeile hat {fields} Felder, mehr, als es Spalten gibt; der Rest wurde weggelassen',
  'row-unreadable': 'die Zeile „{row}“ wurde übersprungen: keine Koordinaten, wo sie erwartet werden',
  'coordinate-missing': 'die Zeile „{row}“ wurde übersprungen: eine Koordinate ist leer',
  'time-zone-assumed': 'eine Zeit ohne Zeitzone wurde als UTC gelesen',
  'geographic-as-control': [
    'Breiten und Längen wurden als Festpunkte ohne Position in einem Netz behalten',
    'geben Sie die Option crs an, um Punkte zu erhalten: crs=4326 behält ihre Grad (WGS 84), der EPSG-Code eines Netzes projiziert sie',
  ],
  'control-without-attributes': [
    'eine Zeile wurde ein Festpunkt, und der hat keine Attribute: die ihrer anderen Spalten wurden weggelassen',
    'geben Sie die Option crs an, um Punkte mit Attributen zu erhalten',
  ],
  localised:
    'lokalisiert mit {count Festpunkt|Festpunkten}; größte Residuen in {unit}: {horizontal} in der Lage, {vertical} in der Höhe',
  'easting-left-out': '{count Rechtswert|Rechtswerte} weggelassen: die Datei hat keine Spalte für sie',
  'northing-left-out': '{count Hochwert|Hochwerte} weggelassen: die Datei hat keine Spalte für sie',
  'elevation-left-out': '{count Höhe|Höhen} weggelassen: die Datei hat keine Spalte für sie',
  'position-not-on-earth':
    '{count Punkt|Punkte} ohne Breite und Länge geschrieben: ihr Bezugssystem reicht nicht bis dorthin',
  'character-not-in-encoding': [
    '{count Zeichen|Zeichen} als „?“ geschrieben: nicht in der Kodierung {encoding}',
    'schreiben Sie mit encoding=utf-8',
  ],
};

export const lineworkIssues: Translated<typeof EnglishLineworkIssues> = {
  'linework-code-unknown': '„{name}“ ist weder ein Code noch ein Steuercode',
  'linework-join-unknown': 'es gibt keinen Punkt „{name}“ zum Anschließen',
  'linework-not-open': ['für diesen Steuercode ist keine Linie „{name}“ offen', 'beginnen Sie zuerst die Linie'],
  'linework-offset-missing': 'der Parallele der Linie „{name}“ fehlt der Abstand',
  'linework-rectangle-incomplete':
    'die Linie „{name}“ kann kein Rechteck werden: dazu braucht es drei Punkte, oder zwei Punkte und eine Breite',
  'linework-too-many-open': 'zu viele Linien sind offen; die Linie „{name}“ wurde nicht gezeichnet',
  'linework-single-point': 'die Linie „{name}“ wurde nicht gezeichnet: sie hat weniger als zwei Punkte',
  'linework-offset-collapsed':
    'ein Bogen der Linie „{name}“ hat in ihrem Abstand keine Parallele; er wurde dort gerade gezeichnet',
  'linework-arc-impossible': 'ein Bogen der Linie „{name}“ wurde gerade gezeichnet: einen solchen Bogen gibt es nicht',
  'linework-arc-incomplete': 'ein Bogen der Linie „{name}“ wurde gerade gezeichnet: ihm fehlt ein Punkt',
  'linework-curve-incomplete': 'eine Kurve der Linie „{name}“ wurde gerade gezeichnet: sie hat weniger als drei Punkte',
};
