import type { FormatTextRows } from './row.ts';

/** Options of every import and export, and of imports into a job. */
export const commonTexts = {
  'Worst accuracy, in metres, of a change of reference system that may replace a better one whose grid is missing (1).':
    [
      'Schlechteste Genauigkeit in Metern, mit der ein Wechsel des Bezugssystems einen besseren ersetzen darf, dessen Gitter fehlt (1).',
      'Slechtste nauwkeurigheid, in meters, van een overgang naar een ander referentiesysteem die een betere mag vervangen waarvan het grid ontbreekt (1).',
    ],
  'Date of the coordinates as a decimal year, for reference systems that move with the plates.': [
    'Zeitpunkt der Koordinaten als Dezimaljahr, für Bezugssysteme, die sich mit den Platten bewegen.',
    'Tijdstip van de coördinaten als decimaal jaar, voor referentiesystemen die met de platen meebewegen.',
  ],
  'Unit of the source where it does not state one (m, ft, usft); a stated unit that differs is overridden and reported.':
    [
      'Einheit der Quelle, wo sie keine angibt (m, ft, usft); eine andere, die angegeben ist, wird ersetzt und gemeldet.',
      'Eenheid van de bron waar die er geen vermeldt (m, ft, usft); een andere die vermeld is wordt vervangen en gemeld.',
    ],
  'Reference system of the source where it does not state one: an EPSG code (25832, 28992+5709), a name, WKT, PROJJSON or "local"; a stated one that differs is overridden and reported.':
    [
      'Bezugssystem der Quelle, wo sie keines angibt: ein EPSG-Code (25832, 28992+5709), ein Name, WKT, PROJJSON oder „local“; ein anderes, das angegeben ist, wird ersetzt und gemeldet.',
      'Referentiesysteem van de bron waar die er geen vermeldt: een EPSG-code (25832, 28992+5709), een naam, WKT, PROJJSON of “local”; een ander dat vermeld is wordt vervangen en gemeld.',
    ],
  'Exchange easting and northing of the source.': [
    'Rechtswert und Hochwert der Quelle vertauschen.',
    'Oosting en noording van de bron omwisselen.',
  ],
  'A background drawing (the default for CAD files), features of the job, or both.': [
    'Eine Hintergrundzeichnung (drawing; für CAD-Dateien üblich), Objekte des Jobs (features) oder beides (both).',
    'Een achtergrondtekening (drawing; gebruikelijk voor CAD-bestanden), objecten van de job (features) of beide (both).',
  ],
  'How a background drawing is placed on the job: as it is, by one matching point, by two (a matching line), or by a plotting scale.':
    [
      'Wie eine Hintergrundzeichnung auf den Job gelegt wird: wie sie ist (none), mit einem Passpunkt (point), mit zweien, also einer Linie (line), oder mit einem Plotmaßstab (scale).',
      'Hoe een achtergrondtekening op de job wordt gelegd: zoals ze is (none), met één paspunt (point), met twee, dus een lijn (line), of met een plotschaal (scale).',
    ],
  'Position in the drawing: E,N for point, E,N;E,N for line.': [
    'Stelle in der Zeichnung: E,N für point, E,N;E,N für line.',
    'Plaats in de tekening: E,N voor point, E,N;E,N voor line.',
  ],
  'The same position in the job.': ['Dieselbe Stelle im Job.', 'Dezelfde plaats in de job.'],
  'Plotting scale: 500 for 1:500.': ['Plotmaßstab: 500 für 1:500.', 'Plotschaal: 500 voor 1:500.'],
  "Unit to write (m, ft, usft); the job's own by default.": [
    'Einheit der geschriebenen Datei (m, ft, usft); sonst die des Jobs.',
    'Eenheid van het geschreven bestand (m, ft, usft); anders die van de job.',
  ],
  'Reference system to write: an EPSG code (25832, 28992+5709), a name, WKT, PROJJSON or "local"; the job\'s own by default.':
    [
      'Bezugssystem der geschriebenen Datei: ein EPSG-Code (25832, 28992+5709), ein Name, WKT, PROJJSON oder „local“; sonst das des Jobs.',
      'Referentiesysteem van het geschreven bestand: een EPSG-code (25832, 28992+5709), een naam, WKT, PROJJSON of “local”; anders dat van de job.',
    ],
  "Thins surfaces: the greatest vertical distance, in the job's unit, by which they may differ from those of the job; all points by default.":
    [
      'Dünnt Geländemodelle aus: der größte senkrechte Abstand, in der Einheit des Jobs, um den sie von denen des Jobs abweichen dürfen; sonst mit allen Punkten.',
      'Dunt terreinmodellen uit: de grootste verticale afstand, in de eenheid van de job, waarmee ze van die van de job mogen afwijken; anders met alle punten.',
    ],
  'A point whose name the job already has: gets another name, is left out, replaces the one in the job, or fails the import. With `replace`, codes replace those of the job, too; otherwise the job keeps its own.':
    [
      'Ein Punkt, dessen Name im Job schon vorkommt: bekommt einen anderen Namen (rename), wird weggelassen (keep), ersetzt den im Job (replace) oder lässt den Import scheitern (refuse). Mit replace ersetzen auch Codes die des Jobs; sonst behält der Job seine eigenen.',
      'Een punt met een naam die de job al heeft: krijgt een andere naam (rename), wordt weggelaten (keep), vervangt dat in de job (replace) of laat de import mislukken (refuse). Met replace vervangen ook codes die van de job; anders houdt de job zijn eigen.',
    ],
} as const satisfies FormatTextRows;
