import type { geojsonIssues as EnglishGeojsonIssues } from '../geojson.ts';
import type { Translated } from '../language.ts';

export const geojsonIssues: Translated<typeof EnglishGeojsonIssues> = {
  'json-malformed': 'de JSON is beschadigd bij byte {offset}: {found}',
  'json-value-malformed': '“{value}” is geen JSON-waarde; ze is overgeslagen',
  'geometry-unreadable': 'een object ({type}) is overgeslagen: het heeft geen bruikbare coördinaten',
  'feature-without-geometry': 'een object zonder geometrie is overgeslagen',
  'geometry-part-unreadable': '{count deel|delen} van een object ({type}) weggelaten: geen bruikbare coördinaten',
  'geojson-crs-unknown': [
    'het bestand geeft een onbekend coördinatenstelsel op, {stated}; de coördinaten zijn als lokaal stelsel gelezen',
    'geef het stelsel op met de optie crs',
  ],
  'geojson-not-degrees': [
    'de coördinaten ({position}) zijn geen graden, en het bestand geeft geen ander stelsel op; ze zijn in {used} gelezen',
    'geef het stelsel op met de optie crs',
  ],
  'geojson-heights': [
    'de hoogten van {count positie|posities} zijn als peilhoogten gelezen; volgens RFC 7946 zijn ze boven de ellipsoïde, wat tientallen meters kan schelen',
    'geef heights=elevation op als dat juist is, anders heights=ellipsoid',
  ],
  'geojson-heights-left-out': [
    '{count ellipsoïdische hoogte|ellipsoïdische hoogten} van lijnen, vlakken en teksten weggelaten',
    'geef een crs met een hoogtestelsel en het geoïdemodel ervan op (28992+5709)',
  ],
  'geojson-not-wgs84': [
    'de opdracht is in een lokaal stelsel, waarvan de coördinaten worden geschreven zoals ze zijn: veel programma’s zien ze aan voor graden',
    'geef de optie crs op om WGS 84 te schrijven',
  ],
  'geojson-own-crs':
    'de eigen coördinaten van de opdracht zijn zoals gevraagd geschreven, met het veld crs van GeoJSON 2008',
  'arcs-stroked': 'de bogen van {count lijn of vlak|lijnen en vlakken} werden koorden binnen {tolerance} ({unit})',
  'antimeridian-crossed':
    '{count lijn of vlak|lijnen en vlakken} ongedeeld over de 180e lengtegraad geschreven: programma’s tekenen ze misschien om de aarde heen',
  'geometry-without-position': '{count object|objecten} zonder geometrie geschreven: geen bruikbare positie',
  'ring-left-out': '{count ring|ringen} van vlakken weggelaten: minder dan drie hoekpunten',
  'control-without-grid': [
    '{count grondslagpunt|grondslagpunten} zonder geometrie geschreven: breedte en lengte zijn eigenschappen, omdat de positie in het stelsel niet bekend is',
    'importeer de breedten en lengten met de optie crs=4326 om ze als punten te schrijven',
  ],
};
