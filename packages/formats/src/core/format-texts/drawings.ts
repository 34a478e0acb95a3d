import type { FormatTextRows } from './row.ts';

/** Options of drawings, plots, pictures and models. */
export const drawingTexts = {
  'Version of the file.': ['Version der Datei.', 'Versie van het bestand.'],
  'The drawing unit, overriding the header; lengths are converted to metres or feet.': [
    'Die Einheit der Zeichnung, statt der im Kopf; Längen werden in Meter oder Fuß umgerechnet.',
    'De eenheid van de tekening, in plaats van die in de kop; lengten worden omgerekend naar meters of voeten.',
  ],
  'Largest distance in metres between an ellipse or spline and the chords that replace it.': [
    'Größter Abstand in Metern zwischen einer Ellipse oder einem Spline und den Sehnen, die sie ersetzen.',
    'Grootste afstand in meters tussen een ellips of spline en de koorden die ze vervangen.',
  ],
  'Model space, the sheets of paper space (their features carry the number of the sheet as page), or both.': [
    'Modellbereich (model), die Blätter des Papierbereichs (paper; ihre Objekte tragen die Nummer des Blatts als Seite) oder beides (both).',
    'Modelruimte (model), de bladen van de papierruimte (paper; hun objecten dragen het nummer van het blad als pagina) of beide (both).',
  ],
  'Block references as points with attributes (points), as their contents (geometry), or as both if they have attributes (auto).':
    [
      'Blockreferenzen als Punkte mit Attributen (points), als ihr Inhalt (geometry) oder, wenn sie Attribute haben, als beides (auto).',
      'Blokverwijzingen als punten met attributen (points), als hun inhoud (geometry) of, als ze attributen hebben, als beide (auto).',
    ],
  '3D faces and meshes become one surface per layer if they form one, else areas (auto); always one surface per layer (true); or always areas (false).':
    [
      '3D-Flächen und Netze werden ein Geländemodell je Layer, wenn sie eines bilden, sonst Flächen (auto); immer ein Geländemodell je Layer (true); oder immer Flächen (false).',
      '3D-vlakken en netten worden één terreinmodel per laag als ze er een vormen, anders vlakken (auto); altijd één terreinmodel per laag (true); of altijd vlakken (false).',
    ],
  'Also draw the lines of hatch patterns, up to 5000 pieces per hatch, in addition to the area with the name of the pattern.':
    [
      'Auch die Linien von Schraffurmustern zeichnen, bis zu 5000 Stücke je Schraffur, zusätzlich zur Fläche mit dem Namen des Musters.',
      'Ook de lijnen van arceerpatronen tekenen, tot 5000 stukken per arcering, naast het vlak met de naam van het patroon.',
    ],
  'Also read entities that are marked invisible.': [
    'Auch Elemente lesen, die als unsichtbar gekennzeichnet sind.',
    'Ook elementen lezen die als onzichtbaar gemerkt zijn.',
  ],
  'Code page of texts and names, overriding the header: for drawings with garbled text.': [
    'Codepage von Texten und Namen, statt der im Kopf: für Zeichnungen mit verstümmelten Texten.',
    'Codepagina van teksten en namen, in plaats van die in de kop: voor tekeningen met verminkte teksten.',
  ],
  'Read extended data of applications as attributes with the name of the application.': [
    'Erweiterte Daten von Programmen als Attribute mit dem Namen des Programms lesen.',
    'Uitgebreide gegevens van programma’s lezen als attributen met de naam van het programma.',
  ],
  'Points as references of a block with name, code, elevation and all attributes, or as plain POINT entities.': [
    'Punkte als Referenzen eines Blocks mit Name, Code, Höhe und allen Attributen (block) oder als einfache POINT-Elemente (point).',
    'Punten als verwijzingen naar een blok met naam, code, hoogte en alle attributen (block) of als gewone POINT-elementen (point).',
  ],
  'Areas as closed polylines (outline), as HATCH entities (hatch), or in their original form (auto); R12 has only outlines.':
    [
      'Flächen als geschlossene Polylinien (outline), als Schraffuren HATCH (hatch) oder als das, was sie waren (auto); R12 hat nur Umrisse.',
      'Vlakken als gesloten polylijnen (outline), als arceringen HATCH (hatch) of als wat ze waren (auto); R12 heeft alleen omtrekken.',
    ],
  "Height of point names, and of texts without a height, in the job's unit.": [
    'Höhe von Punktnamen und von Texten ohne Höhe, in der Einheit des Jobs.',
    'Hoogte van puntnamen en van teksten zonder hoogte, in de eenheid van de job.',
  ],
  "Largest distance between a curve and the chords that replace it, in the drawing's unit.": [
    'Größter Abstand zwischen einer Kurve und den Sehnen, die sie ersetzen, in der Einheit der Zeichnung.',
    'Grootste afstand tussen een kromme en de koorden die ze vervangen, in de eenheid van de tekening.',
  ],
  'Name of the model to read from a V8 file with several; the first with content by default.': [
    'Name des Modells, das aus einer V8-Datei mit mehreren gelesen wird; sonst das erste mit Inhalt.',
    'Naam van het model dat uit een V8-bestand met meerdere wordt gelezen; anders het eerste met inhoud.',
  ],
  "Distance of two storable positions in thousandths of the job's unit (millimetres of a metre); auto takes the finest of 0.001, 0.01 and 0.1 that holds the extent.":
    [
      'Abstand zweier darstellbarer Positionen in Tausendsteln der Einheit des Jobs (Millimeter bei Metern); auto nimmt das feinste von 0.001, 0.01 und 0.1, in das die Ausdehnung passt.',
      'Afstand van twee posities die bewaard kunnen worden, in duizendsten van de eenheid van de job (millimeters bij meters); auto neemt de fijnste van 0.001, 0.01 en 0.1 waarin de omvang past.',
    ],
  'Write the name of each point as a text next to it.': [
    'Den Namen jedes Punkts als Text daneben schreiben.',
    'De naam van elk punt als tekst ernaast schrijven.',
  ],
  'Name of the drawing to read, if several are not attached by another one.': [
    'Name der Zeichnung, die gelesen wird, wenn mehrere von keiner anderen angehängt werden.',
    'Naam van de tekening die wordt gelezen als meerdere door geen andere worden gekoppeld.',
  ],
  'Scale of the plot: 500 turns a plot of 1:500 into metres on the ground.': [
    'Maßstab des Plots: 500 macht aus einem Plot 1:500 Meter in der Natur.',
    'Schaal van de plot: 500 maakt van een plot van 1:500 meters in het terrein.',
  ],
  'Only this page; all pages by default.': ['Nur diese Seite; sonst alle.', 'Alleen deze pagina; anders alle.'],
  'Images become separate background drawings, or only their outlines.': [
    'Bilder werden eigene Hintergrundzeichnungen (drawing) oder nur ihre Umrisse (outline).',
    'Afbeeldingen worden aparte achtergrondtekeningen (drawing) of alleen hun omtrekken (outline).',
  ],
  'Also read invisible content that is completely outside of the page or of a clip path.': [
    'Auch unsichtbaren Inhalt lesen, der ganz außerhalb der Seite oder eines Beschneidungspfads liegt.',
    'Ook onzichtbare inhoud lezen die geheel buiten de pagina of een snijpad ligt.',
  ],
  'Largest distance on paper, in metres, between a curve and the chords that replace it.': [
    'Größter Abstand auf dem Papier, in Metern, zwischen einer Kurve und den Sehnen, die sie ersetzen.',
    'Grootste afstand op papier, in meters, tussen een kromme en de koorden die ze vervangen.',
  ],
  'Width of the picture in pixels.': ['Breite des Bilds in Pixeln.', 'Breedte van de afbeelding in pixels.'],
  'Height of the picture in pixels.': ['Höhe des Bilds in Pixeln.', 'Hoogte van de afbeelding in pixels.'],
  'Write the names of points next to them.': [
    'Die Namen von Punkten daneben schreiben.',
    'De namen van punten ernaast schrijven.',
  ],
  'Draw a scale bar and a north arrow.': [
    'Maßstabsleiste und Nordpfeil zeichnen.',
    'Een schaalbalk en een noordpijl tekenen.',
  ],
  'Meshes and solids become TIN surfaces instead of areas, one for each face.': [
    'Netze und Körper werden Geländemodelle (TIN) statt Flächen, eine für jede Seite.',
    'Netten en lichamen worden terreinmodellen (TIN) in plaats van vlakken, een voor elke zijde.',
  ],
  'Largest distance in metres between a curve and the chords that replace it.': [
    'Größter Abstand in Metern zwischen einer Kurve und den Sehnen, die sie ersetzen.',
    'Grootste afstand in meters tussen een kromme en de koorden die ze vervangen.',
  ],
} as const satisfies FormatTextRows;
