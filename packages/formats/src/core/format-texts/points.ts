import type { FormatTextRows } from './row.ts';

/** Options of points, field jobs and files for machines. */
export const pointTexts = {
  'Layout of a known program; other options override it.': [
    'Aufbau eines bekannten Programms; andere Optionen gehen vor.',
    'Opbouw van een bekend programma; andere opties gaan voor.',
  ],
  'Columns of the file from left to right: names (name, northing, easting, elevation, code, description, layer, date, time, quality, latitude, longitude, height, list, skip, attribute:NAME) joined by commas, or letters such as PNEZD (P name, N, E, Z, D description, C code, L layer, - skip).':
    [
      'Spalten der Datei von links nach rechts: Namen (name, northing, easting, elevation, code, description, layer, date, time, quality, latitude, longitude, height, list, skip, attribute:NAME), durch Kommas getrennt, oder Buchstaben wie PNEZD (P Name, N Hochwert, E Rechtswert, Z Höhe, D Beschreibung, C Code, L Layer, - auslassen).',
      'Kolommen van het bestand van links naar rechts: namen (name, northing, easting, elevation, code, description, layer, date, time, quality, latitude, longitude, height, list, skip, attribute:NAME), gescheiden door komma’s, of letters zoals PNEZD (P naam, N noording, E oosting, Z hoogte, D omschrijving, C code, L laag, - overslaan).',
    ],
  'Columns to write: names (name, northing, easting, elevation, code, description, layer, date, time, quality, latitude, longitude, height, list, skip, attribute:NAME) joined by commas, or letters such as PNEZD (P name, N, E, Z, D description, C code, L layer, - skip).':
    [
      'Spalten, die geschrieben werden: Namen (name, northing, easting, elevation, code, description, layer, date, time, quality, latitude, longitude, height, list, skip, attribute:NAME), durch Kommas getrennt, oder Buchstaben wie PNEZD (P Name, N Hochwert, E Rechtswert, Z Höhe, D Beschreibung, C Code, L Layer, - auslassen).',
      'Kolommen die worden geschreven: namen (name, northing, easting, elevation, code, description, layer, date, time, quality, latitude, longitude, height, list, skip, attribute:NAME), gescheiden door komma’s, of letters zoals PNEZD (P naam, N noording, E oosting, Z hoogte, D omschrijving, C code, L laag, - overslaan).',
    ],
  'Which coordinate comes first.': ['Welche Koordinate zuerst kommt.', 'Welke coördinaat eerst komt.'],
  'Delimiter of columns: comma, semicolon, tab, bar, blanks, or the character itself.': [
    'Trennzeichen der Spalten: comma (Komma), semicolon (Semikolon), tab (Tabulator), bar (senkrechter Strich), blanks (Leerzeichen) oder das Zeichen selbst.',
    'Scheidingsteken van de kolommen: comma (komma), semicolon (puntkomma), tab, bar (verticale streep), blanks (spaties) of het teken zelf.',
  ],
  'Decimal mark.': [
    'Dezimalzeichen: point (Punkt) oder comma (Komma).',
    'Decimaalteken: point (punt) of comma (komma).',
  ],
  'Character encoding by its WHATWG label: utf-8, windows-1252, windows-1250, utf-16le, shift_jis, …': [
    'Zeichensatz mit seinem WHATWG-Namen: utf-8, windows-1252, windows-1250, utf-16le, shift_jis, …',
    'Tekenset met zijn WHATWG-naam: utf-8, windows-1252, windows-1250, utf-16le, shift_jis, …',
  ],
  'Whether the first line names the columns.': [
    'Ob die erste Zeile die Spalten benennt.',
    'Of de eerste regel de kolommen benoemt.',
  ],
  'Notation of latitudes and longitudes: decimal degrees, dms (parts), packed (DDD.MMSS) or gon.': [
    'Schreibweise von Breiten und Längen: Dezimalgrad (decimal), Grad, Minuten und Sekunden (dms), gepackt DDD.MMSS (packed) oder gon.',
    'Schrijfwijze van breedten en lengten: decimale graden (decimal), graden, minuten en seconden (dms), verpakt DDD.MMSS (packed) of gon.',
  ],
  "Name of the point list; the file's name by default.": [
    'Name der Punktliste; sonst der der Datei.',
    'Naam van de puntenlijst; anders die van het bestand.',
  ],
  'Draw lines from codes with control codes (KERB1 B, E, CLS, …).': [
    'Linien aus Codes mit Steuercodes ziehen (KERB1 B, E, CLS, …).',
    'Lijnen trekken uit codes met stuurcodes (KERB1 B, E, CLS, …).',
  ],
  'Control codes of the linework if they differ from the usual ones: start=B,BEG; end=E; close=CLS; arc=ARC; lines=KERB,FENCE (codes that draw lines without a control code).':
    [
      'Steuercodes der Linien, wenn es andere als die üblichen sind: start=B,BEG; end=E; close=CLS; arc=ARC; lines=KERB,FENCE (Codes, die ohne Steuercode Linien ziehen).',
      'Stuurcodes van de lijnen als ze anders zijn dan de gebruikelijke: start=B,BEG; end=E; close=CLS; arc=ARC; lines=KERB,FENCE (codes die zonder stuurcode lijnen trekken).',
    ],
  'Control pairs that localise latitudes and longitudes to the site grid: name,easting,northing,elevation,latitude,longitude,height joined by semicolons.':
    [
      'Passpunktpaare, mit denen Breiten und Längen in das Baustellennetz übertragen werden: name,easting,northing,elevation,latitude,longitude,height, durch Semikolons getrennt.',
      'Paren van paspunten waarmee breedten en lengten naar het bouwplaatsstelsel worden overgebracht: name,easting,northing,elevation,latitude,longitude,height, gescheiden door puntkomma’s.',
    ],
  'Decimals of coordinates; by default as many as each coordinate needs to be exact.': [
    'Nachkommastellen von Koordinaten; sonst so viele, wie jede braucht, um genau zu sein.',
    'Decimalen van coördinaten; anders zo veel als elke nodig heeft om exact te zijn.',
  ],
  'Character encoding of the file.': ['Zeichensatz der Datei.', 'Tekenset van het bestand.'],
  'Whether the file begins with a byte order mark.': [
    'Ob die Datei mit einer Byte-Reihenfolge-Marke (BOM) beginnt.',
    'Of het bestand begint met een bytevolgordemarkering (BOM).',
  ],
  'How lines end.': ['Wie Zeilen enden.', 'Hoe regels eindigen.'],
  'Write only the points of this point list.': [
    'Nur die Punkte dieser Punktliste schreiben.',
    'Alleen de punten van deze puntenlijst schrijven.',
  ],
  'escape puts an apostrophe before texts that a spreadsheet would run as a formula (=, +, -, @); reading removes it. Downloads by a browser escape by default.':
    [
      'escape setzt einen Apostroph vor Texte, die eine Tabellenkalkulation als Formel ausführen würde (=, +, -, @); beim Lesen wird er entfernt. Downloads mit einem Browser tun das von sich aus.',
      'escape zet een apostrof voor teksten die een rekenblad als formule zou uitvoeren (=, +, -, @); bij het lezen wordt hij verwijderd. Downloads met een browser doen dat uit zichzelf.',
    ],
  'Order of the coordinates in XYZ records.': [
    'Reihenfolge der Koordinaten in XYZ-Sätzen.',
    'Volgorde van de coördinaten in XYZ-records.',
  ],
  'Decimals of coordinates.': ['Nachkommastellen von Koordinaten.', 'Decimalen van coördinaten.'],
  'Meaning of heights in WGS 84: elevations (assumed, with a warning), or above the ellipsoid, as RFC 7946 says; then only a geoid model (a crs with a height system) makes them elevations.':
    [
      'Was Höhen in WGS 84 sind: Gebrauchshöhen (elevation; angenommen, mit einer Warnung) oder über dem Ellipsoid (ellipsoid), wie RFC 7946 sagt: Dann werden sie nur mit einem Geoidmodell zu Gebrauchshöhen (ein crs mit Höhensystem).',
      'Wat hoogten in WGS 84 zijn: gebruikshoogten (elevation; aangenomen, met een waarschuwing) of boven de ellipsoïde (ellipsoid), zoals RFC 7946 zegt: dan worden ze alleen met een geoïdemodel gebruikshoogten (een crs met hoogtestelsel).',
    ],
  "WGS 84 (RFC 7946), or the job's own coordinates with the crs member of GeoJSON 2008.": [
    'WGS 84 nach RFC 7946 (wgs84) oder die eigenen Koordinaten des Jobs mit dem Member crs von GeoJSON 2008 (job).',
    'WGS 84 volgens RFC 7946 (wgs84) of de eigen coördinaten van de job met het lid crs van GeoJSON 2008 (job).',
  ],
  "Largest distance between an arc and its chords, in the job's unit; 1 mm by default.": [
    'Größter Abstand zwischen einem Bogen und seinen Sehnen, in der Einheit des Jobs; sonst 1 mm.',
    'Grootste afstand tussen een boog en zijn koorden, in de eenheid van de job; anders 1 mm.',
  ],
  'Decimals of horizontal coordinates; 9 for degrees, as many as needed otherwise.': [
    'Nachkommastellen der Lagekoordinaten; 9 bei Grad, sonst so viele wie nötig.',
    'Decimalen van liggingscoördinaten; 9 bij graden, anders zo veel als nodig.',
  ],
  'Largest distance in metres between an arc and its chords, for programs that read only the geometry.': [
    'Größter Abstand in Metern zwischen einem Bogen und seinen Sehnen, für Programme, die nur die Geometrie lesen.',
    'Grootste afstand in meters tussen een boog en zijn koorden, voor programma’s die alleen de geometrie lezen.',
  ],
  'Name of the surface to write; the first one by default.': [
    'Name des Geländemodells, das geschrieben wird; sonst das erste.',
    'Naam van het terreinmodel dat wordt geschreven; anders het eerste.',
  ],
  'Write the file although no sample from the vendor is known: the result is a guess.': [
    'Die Datei schreiben, obwohl kein Beispiel des Herstellers bekannt ist: Das Ergebnis ist geraten.',
    'Het bestand schrijven hoewel er geen voorbeeld van de fabrikant bekend is: het resultaat is een gok.',
  ],
} as const satisfies FormatTextRows;
