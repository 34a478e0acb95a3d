import type { geojsonIssues as EnglishGeojsonIssues } from '../geojson.ts';
import type { Translated } from '../language.ts';

export const geojsonIssues: Translated<typeof EnglishGeojsonIssues> = {
  'json-malformed': 'das JSON ist bei Byte {offset} beschädigt: {found}',
  'json-value-malformed': '„{value}“ ist kein JSON-Wert; er wurde übersprungen',
  'geometry-unreadable': 'ein Objekt ({type}) wurde übersprungen: es hat keine brauchbaren Koordinaten',
  'feature-without-geometry': 'ein Objekt ohne Geometrie wurde übersprungen',
  'geometry-part-unreadable': '{count Teil|Teile} eines Objekts ({type}) weggelassen: keine brauchbaren Koordinaten',
  'geojson-crs-unknown': [
    'die Datei gibt ein unbekanntes Bezugssystem an, {stated}; ihre Koordinaten wurden als lokales Netz gelesen',
    'geben Sie das System mit der Option crs an',
  ],
  'geojson-not-degrees': [
    'die Koordinaten ({position}) sind keine Grad, und die Datei gibt kein anderes System an; sie wurden in {used} gelesen',
    'geben Sie das System mit der Option crs an',
  ],
  'geojson-heights': [
    'die Höhen von {count Position|Positionen} wurden als Landeshöhen gelesen; nach RFC 7946 sind sie ellipsoidisch, was Dutzende Meter ausmachen kann',
    'geben Sie heights=elevation an, wenn das richtig ist, sonst heights=ellipsoid',
  ],
  'geojson-heights-left-out': [
    '{count ellipsoidische Höhe|ellipsoidische Höhen} von Linien, Flächen und Texten weggelassen',
    'geben Sie ein crs mit Höhensystem und dessen Geoidmodell an (25832+7837)',
  ],
  'geojson-not-wgs84': [
    'der Job ist in einem lokalen Netz, dessen Koordinaten geschrieben werden, wie sie sind: viele Programme halten sie für Grad',
    'geben Sie die Option crs an, um WGS 84 zu schreiben',
  ],
  'geojson-own-crs':
    'auf Wunsch wurden die eigenen Koordinaten des Jobs geschrieben, mit dem Feld crs von GeoJSON 2008',
  'arcs-stroked':
    'die Bögen von {count Linie oder Fläche|Linien und Flächen} wurden Sehnen, auf {tolerance} ({unit}) genau',
  'antimeridian-crossed':
    '{count Linie oder Fläche|Linien und Flächen} ungeteilt über den 180. Längengrad geschrieben: Programme zeichnen sie vielleicht um die Erde',
  'geometry-without-position': '{count Objekt|Objekte} ohne Geometrie geschrieben: keine brauchbare Position',
  'ring-left-out': '{count Ring|Ringe} von Flächen weggelassen: weniger als drei Stützpunkte',
  'control-without-grid': [
    '{count Festpunkt|Festpunkte} ohne Geometrie geschrieben: Breite und Länge sind Eigenschaften, weil die Position im Netz nicht bekannt ist',
    'importieren Sie die Breiten und Längen mit der Option crs=4326, um sie als Punkte zu schreiben',
  ],
};
