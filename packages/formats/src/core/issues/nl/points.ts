import type { Translated } from '../language.ts';
import type { lineworkIssues as EnglishLineworkIssues, pointsIssues as EnglishPointsIssues } from '../points.ts';

export const pointsIssues: Translated<typeof EnglishPointsIssues> = {
  'binary-content': ['het bestand is binair, geen tekst', 'geef het echte formaat of de codering op'],
  'field-book': [
    'een veldboek ({name}) bevat metingen, geen coördinaten: regel {line} is “{record}”',
    'exporteer coördinaten uit het instrument of het kantoorprogramma ervan{otherwise}',
  ],
  'formula-mark-removed': 'een tekst verloor de apostrof die rekenbladen ervan weerhoudt hem als formule uit te voeren',
  'columns-unknown': [
    'in de kolommen zijn geen coördinaten herkend (scheidingsteken {delimiter})',
    'geef columns op, bijvoorbeeld columns=name,northing,easting,elevation,code',
  ],
  'no-points': [
    'geen coördinaten in de kolommen {columns} in {count rij|rijen}',
    'geef columns, delimiter of decimal op',
  ],
  'systems-several': [
    'regels noemen verschillende coördinatenstelsels: “{name}” in regel {line}, “{other}” in regel {otherLine}',
    'importeer de regels van elk stelsel uit een eigen bestand, of geef met de optie crs één stelsel voor alle op',
  ],
  'no-rows': 'het bestand heeft geen rijen met punten',
  'points-layout':
    'kolommen {columns}; volgorde {order}, scheidingsteken {delimiter}, decimaalteken {decimal}, {header}; {doubt}',
  'header-assumed': ['de regel is als kopregel gelezen ({why})', 'geef header=false op als het een punt is'],
  'headings-unknown': [
    'kopjes zonder bekende betekenis: {headings}; hun kolommen zijn als attributen behouden',
    'geef columns=… op als een ervan een naam, een coördinaat of een code is',
  ],
  'coordinate-order-assumed': [
    '{first} is als eerste coördinaat aangenomen ({why})',
    'geef order={other} op als het andersom is',
  ],
  'coordinates-may-be-degrees': [
    'de coördinaten zijn als lengten gelezen, maar lijken op graden: ze liggen dicht bij elkaar en hebben meer dan vier decimalen',
    'geef columns met latitude en longitude op als het graden zijn, en unit als het lengten zijn',
  ],
  'angle-format-assumed': 'hoeken zijn gelezen als {format}: {why}',
  'preamble-skipped': 'een regel voor de kopregel is overgeslagen',
  'comment-skipped': 'een commentaarregel is overgeslagen',
  'controls-removed': 'besturingstekens in een tekst zijn weggelaten',
  'quote-not-closed': 'een aanhalingsteken wordt nooit gesloten; het is als letter gelezen',
  'row-too-long': 'de regel is langer dan een rij mag zijn en is overgeslagen',
  'row-has-more-fields': 'de rij heeft {fields} velden, meer dan er kolommen zijn; de rest is weggelaten',
  'row-unreadable': 'de rij “{row}” is overgeslagen: geen coördinaten waar ze worden verwacht',
  'coordinate-missing': 'de rij “{row}” is overgeslagen: een coördinaat is leeg',
  'time-zone-assumed': 'een tijd zonder tijdzone is als UTC gelezen',
  'geographic-as-control': [
    'breedten en lengten zijn als grondslagpunten zonder positie in een stelsel behouden',
    'geef de optie crs op om punten te krijgen: crs=4326 behoudt hun graden (WGS 84), de EPSG-code van een stelsel projecteert ze',
  ],
  'control-without-attributes': [
    'een rij werd een grondslagpunt, en dat heeft geen attributen: die van haar andere kolommen zijn weggelaten',
    'geef de optie crs op om punten met attributen te krijgen',
  ],
  localised:
    'gelokaliseerd met {count grondslagpunt|grondslagpunten}; grootste restfouten in {unit}: {horizontal} horizontaal, {vertical} verticaal',
  'easting-left-out': '{count oosting|oostingen} weggelaten: het bestand heeft er geen kolom voor',
  'northing-left-out': '{count noording|noordingen} weggelaten: het bestand heeft er geen kolom voor',
  'elevation-left-out': '{count hoogte|hoogten} weggelaten: het bestand heeft er geen kolom voor',
  'position-not-on-earth':
    '{count punt|punten} zonder breedte en lengte geschreven: hun coördinatenstelsel reikt niet tot daar',
  'character-not-in-encoding': [
    '{count teken|tekens} als “?” geschreven: niet in de codering {encoding}',
    'schrijf met encoding=utf-8',
  ],
};

export const lineworkIssues: Translated<typeof EnglishLineworkIssues> = {
  'linework-code-unknown': '“{name}” is geen code en geen besturingscode',
  'linework-join-unknown': 'er is geen punt “{name}” om op aan te sluiten',
  'linework-not-open': ['er is geen lijn “{name}” open voor deze besturingscode', 'begin eerst de lijn'],
  'linework-offset-missing': 'de parallel van de lijn “{name}” heeft geen afstand',
  'linework-rectangle-incomplete':
    'de lijn “{name}” kan geen rechthoek worden: daarvoor zijn drie punten nodig, of twee punten en een breedte',
  'linework-too-many-open': 'er zijn te veel lijnen open; de lijn “{name}” is niet getekend',
  'linework-single-point': 'de lijn “{name}” is niet getekend: ze heeft minder dan twee punten',
  'linework-offset-collapsed':
    'een boog van de lijn “{name}” heeft op haar afstand geen parallel; hij is daar recht getekend',
  'linework-arc-impossible': 'een boog van de lijn “{name}” is recht getekend: zo’n boog bestaat niet',
  'linework-arc-incomplete': 'een boog van de lijn “{name}” is recht getekend: er ontbreekt een punt',
  'linework-curve-incomplete': 'een kromme van de lijn “{name}” is recht getekend: ze heeft minder dan drie punten',
};
