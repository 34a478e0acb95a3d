import type { Phrases } from './phrases.ts';

/**
 * Clauses that readers and writers state as parameters; their own parameters are in braces. One whose name begins with
 * `said` is a word or a clause itself.
 */
export const CLAUSES: Phrases = {
  // Counts
  '{n} of {said}': ['{n} von {said}', '{n} van {said}'],
  '{n} × {said}': ['{n} × {said}', '{n} × {said}'],
  '{n} with their styles': ['{n} mit ihren Stilen', '{n} met hun stijlen'],
  '{n} line types': ['{n} Linientypen', '{n} lijntypen'],
  '{n} features': ['{n} Objekte', '{n} objecten'],
  '{n} files': ['{n} Dateien', '{n} bestanden'],
  '{n} comparisons': ['{n} Vergleiche', '{n} vergelijkingen'],
  '{list} and {n} more': ['{list} und {n} weitere', '{list} en nog {n}'],
  ' ("{name}" and "{name2}")': [' („{name}“ und „{name2}“)', ' (“{name}” en “{name2}”)'],
  // Things with names
  'page {n} of table {table}': ['Seite {n} der Tabelle {table}', 'pagina {n} van tabel {table}'],
  'layer {n}': ['Layer {n}', 'laag {n}'],
  'at station {n}': ['bei Station {n}', 'op metrering {n}'],
  'records of table {n} in files below 4 GB': [
    'Sätze der Tabelle {n} in Dateien unter 4 GB',
    'records van tabel {n} in bestanden onder 4 GB',
  ],
  '<{name}> of a CoordGeom': ['<{name}> eines CoordGeom', '<{name}> van een CoordGeom'],
  'a {said} of the surface "{name}"': ['{said} des Geländemodells „{name}“', '{said} van het terreinmodel “{name}”'],
  'the control point "{name}"': ['der Festpunkt „{name}“', 'het grondslagpunt “{name}”'],
  'the plane "{name}"': ['die Ebene „{name}“', 'het platte vlak “{name}”'],
  'the axis of the alignment "{name}"': ['die Linie der Achse „{name}“', 'de lijn van de as “{name}”'],
  'the {said} "{name}"': ['{said} „{name}“', '{said} “{name}”'],
  'the namespace {name}': ['dem Namensraum {name}', 'de naamruimte {name}'],
  'extended element: {kind}': ['erweitertes Element: {kind}', 'uitgebreid element: {kind}'],
  // Sizes and units
  '{size} wide, {away} from the origin, with texts of {height}': [
    '{size} breit, {away} vom Ursprung, mit Texten von {height}',
    '{size} breed, {away} van de oorsprong, met teksten van {height}',
  ],
  '{size} wide, {away} from the origin': ['{size} breit, {away} vom Ursprung', '{size} breed, {away} van de oorsprong'],
  'elevation in {unit}, nothing of the others': [
    'Höhe in {unit} und von den anderen nichts',
    'hoogte in {unit}, niets van de andere',
  ],
  'choose a system in {said}, or crs=local': [
    'wählen Sie ein System in {said} oder crs=local',
    'kies een stelsel in {said}, of crs=local',
  ],
  'choose unit={unit}, a system in {said}, or crs=local': [
    'wählen Sie unit={unit}, ein System in {said} oder crs=local',
    'kies unit={unit}, een stelsel in {said}, of crs=local',
  ],
  'choose {choice}, or crs=local': ['wählen Sie {choice} oder crs=local', 'kies {choice}, of crs=local'],
  'have the coordinates written in metres, or read a drawing again with {option}': [
    'lassen Sie die Koordinaten in Metern schreiben, oder lesen Sie eine Zeichnung noch einmal mit {option}',
    'laat de coördinaten in meters schrijven, of lees een tekening opnieuw met {option}',
  ],
  // Grids
  'there is no other way': ['einen anderen Weg gibt es nicht', 'een andere weg is er niet'],
  'without it there is "{name}" (accuracy {said})': [
    'ohne es gibt es „{name}“ (Genauigkeit {said})',
    'zonder dit grid is er “{name}” (nauwkeurigheid {said})',
  ],
  '{said}; there are copies at {places}': [
    '{said}; Kopien gibt es bei {places}',
    '{said}; kopieën zijn er op {places}',
  ],
  'put it into the folder of grids (--grids, setting grids), or choose a system that needs none': [
    'legen Sie es in den Ordner der Gitter (--grids, Einstellung grids), oder wählen Sie ein System, das keines braucht',
    'zet het in de map met grids (--grids, instelling grids), of kies een stelsel dat er geen nodig heeft',
  ],
  'put it into the folder of grids (--grids, setting grids), or accept the other way by crsAccuracy={n}': [
    'legen Sie es in den Ordner der Gitter (--grids, Einstellung grids), oder lassen Sie mit crsAccuracy={n} den anderen Weg zu',
    'zet het in de map met grids (--grids, instelling grids), of sta de andere weg toe met crsAccuracy={n}',
  ],
  '{name} (published as {file} by {office})': [
    '{name} (veröffentlicht als {file} von {office})',
    '{name} (gepubliceerd als {file} door {office})',
  ],
  '{name} (published by {office})': ['{name} (veröffentlicht von {office})', '{name} (gepubliceerd door {office})'],
  '{name} (published as {file})': ['{name} (veröffentlicht als {file})', '{name} (gepubliceerd als {file})'],
  'changes heights by {n} m': ['ändert Höhen um {n} m', 'verandert hoogten met {n} m'],
  'gives heights that are not numbers': ['gibt Höhen, die keine Zahlen sind', 'geeft hoogten die geen getallen zijn'],
  'is cut off: {n} bytes of {all}': ['ist abgeschnitten: {n} Bytes von {all}', 'is afgekapt: {n} bytes van {all}'],
  'moves positions by {n} km': ['verschiebt Positionen um {n} km', 'verschuift posities met {n} km'],
  'states {n} grids': ['gibt {n} Gitter an', 'geeft {n} grids op'],
  // Columns of text files
  'header in line {n}': ['Kopfzeile in Zeile {n}', 'kopregel in regel {n}'],
  'angles {format}': ['Winkel {format}', 'hoeken {format}'],
  'least certain: {said}, {n} %: {said2}': [
    'am unsichersten: {said}, {n} %: {said2}',
    'het minst zeker: {said}, {n} %: {said2}',
  ],
  '{n} %: {said}': ['{n} %: {said}', '{n} %: {said}'],
  '{n} of {rows} rows examined have numbers this way': [
    '{n} von {rows} untersuchten Zeilen haben so Zahlen',
    '{n} van {rows} onderzochte rijen hebben zo getallen',
  ],
  '{n} headings are known words': ['{n} Überschriften sind bekannte Wörter', '{n} kopjes zijn bekende woorden'],
  // Files that end too early or are damaged
  '{n} bytes': ['{n} Bytes', '{n} bytes'],
  '{n} bytes at offset {at}': ['{n} Bytes an der Position {at}', '{n} bytes op positie {at}'],
  '{n} of the {all} bytes of the element at offset {at}': [
    '{n} der {all} Bytes des Elements an der Position {at}',
    '{n} van de {all} bytes van het element op positie {at}',
  ],
  '{said}; everything before that was read': ['{said}; alles davor wurde gelesen', '{said}; alles daarvoor is gelezen'],
  '{said}; everything before line {n} was read': [
    '{said}; alles vor Zeile {n} wurde gelesen',
    '{said}; alles voor regel {n} is gelezen',
  ],
  '{said} in line {n}': ['{said} in Zeile {n}', '{said} in regel {n}'],
  '"{name}" is missing': ['„{name}“ fehlt', '“{name}” ontbreekt'],
  'a comma between features is missing': ['ein Komma zwischen Objekten fehlt', 'een komma tussen objecten ontbreekt'],
  'a comma between members is missing': ['ein Komma zwischen Feldern fehlt', 'een komma tussen velden ontbreekt'],
  'a member has no name, or there are too many': [
    'ein Feld hat keinen Namen, oder es sind zu viele',
    'een veld heeft geen naam, of het zijn er te veel',
  ],
  'it ends before a value': ['es endet vor einem Wert', 'ze eindigt voor een waarde'],
  'it ends within a value': ['es endet in einem Wert', 'ze eindigt in een waarde'],
  'the document ends before its root element is complete; it is cut off or damaged': [
    'das Dokument endet, bevor sein Wurzelelement vollständig ist; es ist abgeschnitten oder beschädigt',
    'het document eindigt voordat het hoofdelement volledig is; het is afgekapt of beschadigd',
  ],
  'the document ends within <{name}>; it is cut off or damaged': [
    'das Dokument endet in <{name}>; es ist abgeschnitten oder beschädigt',
    'het document eindigt in <{name}>; het is afgekapt of beschadigd',
  ],
  'a character that is not allowed in a tag': [
    'ein Zeichen, das in einem Tag nicht erlaubt ist',
    'een teken dat in een tag niet is toegestaan',
  ],
  'a character that is not allowed in a value': [
    'ein Zeichen, das in einem Wert nicht erlaubt ist',
    'een teken dat in een waarde niet is toegestaan',
  ],
  'a tag or an attribute without a valid name': [
    'ein Tag oder Attribut ohne gültigen Namen',
    'een tag of attribuut zonder geldige naam',
  ],
  'a "{sign}" within a tag': ['ein „{sign}“ in einem Tag', 'een “{sign}” in een tag'],
  'the declaration says {encoding}, but the bytes are not in that encoding': [
    'die Deklaration sagt {encoding}, aber die Bytes sind nicht in dieser Kodierung',
    'de declaratie zegt {encoding}, maar de bytes zijn niet in die codering',
  ],
  'the encoding "{encoding}" is unknown; save the file as UTF-8': [
    'die Kodierung „{encoding}“ ist unbekannt; speichern Sie die Datei als UTF-8',
    'de codering “{encoding}” is onbekend; sla het bestand op als UTF-8',
  ],
  'no namespace': ['keinem Namensraum', 'geen naamruimte'],
  'was edited by another program': [
    'wurde von einem anderen Programm bearbeitet',
    'is door een ander programma bewerkt',
  ],
  'has arcs that cannot be read': ['hat Bögen, die nicht lesbar sind', 'heeft bogen die niet leesbaar zijn'],
  'its table of sections is not whole': [
    'ihre Tabelle der Abschnitte ist nicht vollständig',
    'haar tabel van secties is niet volledig',
  ],
  'it has no objects': ['sie hat keine Objekte', 'ze heeft geen objecten'],
  'it does not start like an SQLite file': [
    'sie beginnt nicht wie eine SQLite-Datei',
    'ze begint niet als een SQLite-bestand',
  ],
  // Nothing to read or write
  'it holds no data': ['sie enthält keine Daten', 'het bevat geen gegevens'],
  'it has {list}; see its other issues for why none was read': [
    'sie hat {list}; warum nichts davon gelesen wurde, sagen die anderen Meldungen',
    'het heeft {list}; waarom daarvan niets is gelezen, zeggen de andere meldingen',
  ],
  'northing in {unit}': ['Hochwert in {unit}', 'noording in {unit}'],
  'easting in {unit}': ['Rechtswert in {unit}', 'oosting in {unit}'],
  'elevation in {unit}': ['Höhe in {unit}', 'hoogte in {unit}'],
};
