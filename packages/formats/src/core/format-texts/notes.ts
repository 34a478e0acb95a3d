import type { FormatTextRows } from './row.ts';

/** Notes of formats. */
export const noteTexts = {
  "An OGC GeoPackage with the job's tables: QGIS and GDAL open it. Everything in a job is kept bit for bit. The vendor's own .mjf files have an unpublished layout and are refused.":
    [
      'Ein OGC-GeoPackage mit den Tabellen des Jobs: QGIS und GDAL öffnen es. Alles in einem Job bleibt bitgenau erhalten. Die eigenen .mjf-Dateien des Herstellers haben einen unveröffentlichten Aufbau und werden abgelehnt.',
      'Een OGC GeoPackage met de tabellen van de job: QGIS en GDAL openen het. Alles in een job blijft tot op de bit behouden. De eigen .mjf-bestanden van de fabrikant hebben een niet gepubliceerde opbouw en worden geweigerd.',
    ],
  "A ZIP archive of manifest.json (SHA-256 of every part), job.mjf and the drawings' files. The vendor's own .mjfzip files have an unpublished layout and are refused.":
    [
      'Ein ZIP-Archiv aus manifest.json (SHA-256 jedes Teils), job.mjf und den Dateien der Zeichnungen. Die eigenen .mjfzip-Dateien des Herstellers haben einen unveröffentlichten Aufbau und werden abgelehnt.',
      'Een ZIP-archief van manifest.json (SHA-256 van elk deel), job.mjf en de bestanden van de tekeningen. De eigen .mjfzip-bestanden van de fabrikant hebben een niet gepubliceerde opbouw en worden geweigerd.',
    ],
  'The same GeoPackage and contents as .mjf; the profile marks it as the office copy.': [
    'Dasselbe GeoPackage mit demselben Inhalt wie .mjf; das Profil kennzeichnet es als Kopie des Büros.',
    'Hetzelfde GeoPackage met dezelfde inhoud als .mjf; het profiel merkt het als kopie van het kantoor.',
  ],
  'The same GeoPackage and contents as .mjf; the profile marks it as the copy for field tools.': [
    'Dasselbe GeoPackage mit demselben Inhalt wie .mjf; das Profil kennzeichnet es als Kopie für Feldwerkzeuge.',
    'Hetzelfde GeoPackage met dezelfde inhoud als .mjf; het profiel merkt het als kopie voor veldgereedschap.',
  ],
  'Coordinates in the file become points; every record is kept as an observation. Nothing is computed from angles and distances.':
    [
      'Koordinaten in der Datei werden Punkte; jeder Satz bleibt als Beobachtung erhalten. Aus Winkeln und Strecken wird nichts berechnet.',
      'Coördinaten in het bestand worden punten; elk record blijft als waarneming behouden. Uit hoeken en afstanden wordt niets berekend.',
    ],
  'Coordinates that the file states (words 81 to 86) become points; blocks with measurements are kept as observations. Nothing is computed from them: a file that holds nothing else is refused.':
    [
      'Koordinaten, die in der Datei angegeben sind (Wörter 81 bis 86), werden Punkte; Blöcke mit Messungen bleiben als Beobachtungen erhalten. Aus ihnen wird nichts berechnet: Eine Datei, die nichts anderes enthält, wird abgelehnt.',
      'Coördinaten die in het bestand vermeld zijn (woorden 81 tot 86) worden punten; blokken met metingen blijven als waarnemingen behouden. Er wordt niets uit berekend: een bestand met niets anders wordt geweigerd.',
    ],
  'Written in WGS 84 if the job states its reference system; a local grid is written unchanged, and the file states that. Arcs become chords within the tolerance.':
    [
      'In WGS 84 geschrieben, wenn der Job sein Bezugssystem angibt; ein lokales Netz wird unverändert geschrieben, und die Datei sagt es. Bögen werden innerhalb der Toleranz zu Sehnen.',
      'In WGS 84 geschreven als de job zijn referentiesysteem vermeldt; een lokaal stelsel wordt ongewijzigd geschreven, en het bestand vermeldt dat. Bogen worden binnen de tolerantie koorden.',
    ],
  'A table with a header. Reads any points file, like the format points.': [
    'Eine Tabelle mit Kopfzeile. Liest jede Punktdatei, wie das Format points.',
    'Een tabel met een kopregel. Leest elk puntenbestand, zoals het formaat points.',
  ],
  'Delimiter, columns, header, decimal mark, encoding and angle format are guessed and reported with their confidence; each can be stated. The points become a point list named after the file.':
    [
      'Trennzeichen, Spalten, Kopfzeile, Dezimalzeichen, Zeichensatz und Winkelformat werden vermutet und mit ihrer Sicherheit gemeldet; jedes davon kann angegeben werden. Die Punkte werden eine Punktliste mit dem Namen der Datei.',
      'Scheidingsteken, kolommen, kopregel, decimaalteken, tekenset en hoekformaat worden geraden en met hun zekerheid gemeld; elk ervan kan worden opgegeven. De punten worden een puntenlijst met de naam van het bestand.',
    ],
  "An open profile of this project with a published schema: point, line, area and control codes, their attributes, layers and styles. Other vendors' element names are not public; unknown elements are skipped and reported.":
    [
      'Ein offenes Profil dieses Projekts mit veröffentlichtem Schema: Punkt-, Linien-, Flächen- und Steuercodes, ihre Attribute, Layer und Stile. Die Elementnamen anderer Hersteller sind nicht öffentlich; unbekannte Elemente werden übersprungen und gemeldet.',
      'Een open profiel van dit project met een gepubliceerd schema: punt-, lijn-, vlak- en stuurcodes, hun attributen, lagen en stijlen. De elementnamen van andere fabrikanten zijn niet openbaar; onbekende elementen worden overgeslagen en gemeld.',
    ],
  'Surfaces, points, alignments with profiles and cross sections, plan features and parcels. Coordinates are in the order northing, easting, elevation. Faces marked invisible are left out.':
    [
      'Geländemodelle, Punkte, Achsen mit Gradienten und Querprofilen, Planobjekte und Flurstücke. Koordinaten in der Reihenfolge Hochwert, Rechtswert, Höhe. Als unsichtbar gekennzeichnete Dreiecke werden weggelassen.',
      'Terreinmodellen, punten, assen met lengte- en dwarsprofielen, planobjecten en percelen. Coördinaten in de volgorde noording, oosting, hoogte. Als onzichtbaar gemerkte driehoeken worden weggelaten.',
    ],
  "Everything in a job, bit for bit, in an open profile of this project with a published schema. There is no public description of other vendors' MAXML; documents with repeated Point elements (PointNumber, Code, Easting, Northing, …) are read.":
    [
      'Alles in einem Job, bitgenau, in einem offenen Profil dieses Projekts mit veröffentlichtem Schema. Für MAXML anderer Hersteller gibt es keine öffentliche Beschreibung; Dokumente mit wiederholten Point-Elementen (PointNumber, Code, Easting, Northing, …) werden gelesen.',
      'Alles in een job, tot op de bit, in een open profiel van dit project met een gepubliceerd schema. Van MAXML van andere fabrikanten is er geen openbare beschrijving; documenten met herhaalde Point-elementen (PointNumber, Code, Easting, Northing, …) worden gelezen.',
    ],
  'Points come from the Reductions, whose coordinates are final: no correction is applied again. The field book is read as observations, calibration pairs as control points. Points are written, valid according to the schema of version 5.3.':
    [
      'Punkte kommen aus den Reductions, deren Koordinaten endgültig sind: keine Korrektur wird noch einmal angebracht. Das Feldbuch wird als Beobachtungen gelesen, Kalibrierungspaare als Festpunkte. Geschrieben werden Punkte, gültig nach dem Schema der Version 5.3.',
      'Punten komen uit de Reductions, waarvan de coördinaten definitief zijn: geen correctie wordt nog eens toegepast. Het veldboek wordt als waarnemingen gelezen, kalibratieparen als grondslagpunten. Er worden punten geschreven, geldig volgens het schema van versie 5.3.',
    ],
  'A picture of the plan: north is up, arcs stay arcs, colours are those of features and layers; elevations are not shown.':
    [
      'Ein Bild des Lageplans: Norden ist oben, Bögen bleiben Bögen, Farben sind die der Objekte und Layer; Höhen werden nicht gezeigt.',
      'Een afbeelding van de plattegrond: het noorden is boven, bogen blijven bogen, kleuren zijn die van objecten en lagen; hoogten worden niet getoond.',
    ],
  'ASCII and binary, R2.6 to 2018. Arcs stay arcs, ellipses and splines become chords; solids become their flat faces, images their frames. Written as ASCII R12, 2000, 2010 or 2018.':
    [
      'ASCII und binär, R2.6 bis 2018. Bögen bleiben Bögen, Ellipsen und Splines werden Sehnen; Körper werden ihre ebenen Flächen, Bilder ihre Rahmen. Geschrieben als ASCII R12, 2000, 2010 oder 2018.',
      'ASCII en binair, R2.6 tot 2018. Bogen blijven bogen, ellipsen en splines worden koorden; lichamen worden hun platte vlakken, afbeeldingen hun kaders. Geschreven als ASCII R12, 2000, 2010 of 2018.',
    ],
  'R13 to 2018 are read, 2000 to 2018 written (experimental: not opened in a vendor’s program yet). The content is interpreted exactly as in a DXF. Flat faces of solids become areas, images frames. The intact parts of a damaged drawing are read.':
    [
      'R13 bis 2018 werden gelesen, 2000 bis 2018 geschrieben (experimentell: noch nicht in einem Programm des Herstellers geöffnet). Der Inhalt wird genau wie in einer DXF ausgewertet. Ebene Flächen von Körpern werden Flächen, Bilder Rahmen. Die unversehrten Teile einer beschädigten Zeichnung werden gelesen.',
      'R13 tot 2018 worden gelezen, 2000 tot 2018 geschreven (experimenteel: nog niet in een programma van de fabrikant geopend). De inhoud wordt precies zoals in een DXF uitgewerkt. Platte vlakken van lichamen worden vlakken, afbeeldingen kaders. De gave delen van een beschadigde tekening worden gelezen.',
    ],
  'V7 follows its public description, V8 independent notes and samples: terrain models become surfaces, tables are drawn, other extended elements are counted. Curves and B-splines become chords. Written as V7, 3-D when anything has an elevation.':
    [
      'V7 nach der öffentlichen Beschreibung; V8, soweit unabhängige Aufzeichnungen und Beispiele reichen: Geländemodelle werden übernommen, Tabellen gezeichnet, andere erweiterte Elemente gezählt. Kurven und B-Splines werden Sehnen. Geschrieben als V7, in 3D, wenn etwas eine Höhe hat.',
      'V7 volgens de openbare beschrijving; V8 voor zover onafhankelijke notities en voorbeelden reiken: terreinmodellen worden overgenomen, tabellen getekend, andere uitgebreide elementen geteld. Krommen en B-splines worden koorden. Geschreven als V7, in 3D als iets een hoogte heeft.',
    ],
  'Linework and texts of every page on paper, in metres (times plotScale), with the page number. Images (scanned pages) become separate background drawings. Content completely outside of a clip path is omitted; content that crosses it stays whole.':
    [
      'Linien und Texte jeder Seite auf dem Papier, in Metern (mal plotScale), mit der Seitennummer. Bilder (gescannte Seiten) werden eigene Hintergrundzeichnungen. Inhalt, der ganz außerhalb eines Beschneidungspfads liegt, wird weggelassen; Inhalt, der ihn schneidet, bleibt ganz.',
      'Lijnen en teksten van elke pagina op papier, in meters (maal plotScale), met het paginanummer. Afbeeldingen (gescande pagina’s) worden aparte achtergrondtekeningen. Inhoud die geheel buiten een snijpad ligt wordt weggelaten; inhoud die het kruist blijft heel.',
    ],
  'DXF, DWG and DGN files packed together with the files that they attach: the drawing that no other attaches is read, with its attachments in their places.':
    [
      'DXF-, DWG- und DGN-Dateien zusammen gepackt, wie ihre Referenzen es brauchen: Gelesen wird die Zeichnung, die von keiner anderen angehängt wird, mit denen, die sie anhängt, an ihren Stellen.',
      'DXF-, DWG- en DGN-bestanden samen ingepakt, zoals hun referenties het nodig hebben: gelezen wordt de tekening die door geen andere wordt gekoppeld, met die welke zij koppelt op hun plaatsen.',
    ],
  '2-D and 3-D geometry with parts; categories become layers. Meshes and solids become their faces, or surfaces with surfaces=true. Texts and colours are read; Parasolid bodies are counted, not drawn, unless the file also contains their faces.':
    [
      '2D- und 3D-Geometrie mit Teilen; Kategorien werden Layer. Netze und Körper werden ihre Flächen, mit surfaces=true Geländemodelle. Texte und Farben werden gelesen; Parasolid-Körper werden gezählt und nicht gezeichnet, außer wenn die Datei auch ihre Flächen enthält.',
      '2D- en 3D-geometrie met onderdelen; categorieën worden lagen. Netten en lichamen worden hun vlakken, met surfaces=true terreinmodellen. Teksten en kleuren worden gelezen; Parasolid-lichamen worden geteld en niet getekend, tenzij het bestand ook hun vlakken bevat.',
    ],
  'Based on an open study of real files: points, lines, surfaces and control points are verified; curves of alignments and texts are marked in the report. Written files are experimental.':
    [
      'Beruht auf einer offenen Untersuchung echter Dateien: Punkte, Linien, Geländemodelle und Festpunkte sind überprüft; Kurven von Achsen und Texte sind im Bericht gekennzeichnet. Geschriebene Dateien sind experimentell.',
      'Berust op een open onderzoek van echte bestanden: punten, lijnen, terreinmodellen en grondslagpunten zijn gecontroleerd; krommen van assen en teksten zijn in het rapport gemerkt. Geschreven bestanden zijn experimenteel.',
    ],
  'Points with layer, name, code and time. Written files are experimental.': [
    'Punkte mit Layer, Name, Code und Zeit. Geschriebene Dateien sind experimentell.',
    'Punten met laag, naam, code en tijd. Geschreven bestanden zijn experimenteel.',
  ],
  'Lines with their layers, in single precision relative to the origin of each layer: a job whose lines would be rounded by more than 0.5 mm is refused. Written files are experimental.':
    [
      'Linien mit ihren Layern, in einfacher Genauigkeit relativ zum Ursprung jedes Layers: Ein Job, dessen Linien um mehr als 0,5 mm gerundet würden, wird abgelehnt. Geschriebene Dateien sind experimentell.',
      'Lijnen met hun lagen, in enkele precisie ten opzichte van de oorsprong van elke laag: een job waarvan de lijnen meer dan 0,5 mm zouden worden afgerond wordt geweigerd. Geschreven bestanden zijn experimenteel.',
    ],
  'One surface with its neighbour links and breakline edges. Written files are experimental.': [
    'Ein Geländemodell mit seinen Nachbarschaften und Bruchkanten. Geschriebene Dateien sind experimentell.',
    'Eén terreinmodel met zijn buurdriehoeken en breuklijnen. Geschreven bestanden zijn experimenteel.',
  ],
  'No public sample of this format exists: only the container of the related formats is tried. Alignments inside a TP3 are read.':
    [
      'Von diesem Format gibt es kein öffentliches Beispiel: Nur der Behälter seiner Schwesterformate wird versucht. Achsen in einer TP3 werden gelesen.',
      'Van dit formaat is er geen openbaar voorbeeld: alleen de container van zijn zusterformaten wordt geprobeerd. Assen in een TP3 worden gelezen.',
    ],
  'No public sample of this format exists: only the container of the related formats is tried. Control points inside a TP3 are read.':
    [
      'Von diesem Format gibt es kein öffentliches Beispiel: Nur der Behälter seiner Schwesterformate wird versucht. Festpunkte in einer TP3 werden gelesen.',
      'Van dit formaat is er geen openbaar voorbeeld: alleen de container van zijn zusterformaten wordt geprobeerd. Grondslagpunten in een TP3 worden gelezen.',
    ],
  'No public sample of this format exists: only the container of the related formats is tried. Planes inside a TP3 are read.':
    [
      'Von diesem Format gibt es kein öffentliches Beispiel: Nur der Behälter seiner Schwesterformate wird versucht. Ebenen in einer TP3 werden gelesen.',
      'Van dit formaat is er geen openbaar voorbeeld: alleen de container van zijn zusterformaten wordt geprobeerd. Vlakken in een TP3 worden gelezen.',
    ],
} as const satisfies FormatTextRows;
