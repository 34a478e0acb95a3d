import type {
  dxfEntityIssues as EnglishDxfEntityIssues,
  dxfIssues as EnglishDxfIssues,
  dxfWritingIssues as EnglishDxfWritingIssues,
} from '../dxf.ts';
import type { Translated } from '../language.ts';
import { SPLINE_FAULTS } from './spline-faults.ts';

export const dxfIssues: Translated<typeof EnglishDxfIssues> = {
  'not-dxf':
    'het bestand heeft geen sectie van een DXF-bestand (HEADER, TABLES, BLOCKS, ENTITIES); het is leeg, afgekapt of in een ander formaat',
  'no-end-of-file': 'het bestand eindigt zonder EOF; het is misschien afgekapt',
  'data-behind-end': 'de gegevens na de EOF van de tekening zijn niet gelezen',
  'bad-group-code': 'een regel is niet de verwachte groepscode; regels zijn overgeslagen tot de volgende code',
  'group-code-unknown': 'groepscode {code} bestaat niet; de rest van het bestand kan niet worden gelezen',
  'missing-value': 'het bestand eindigt in groepscode {code}, voor het einde van de waarde',
  'code-page-unknown': [
    'de codepagina “{name}” is niet bekend; teksten zijn als UTF-8 of Windows-1252 gelezen',
    'geef haar op met de optie codePage',
  ],
  'geodata-own-grid':
    'de tekening heeft een eigen stelsel binnen {system} ({grid}); de coördinaten zijn gelezen zoals ze zijn',
  'unit-contradiction': [
    '$INSUNITS zegt {unit}, maar $MEASUREMENT zegt {measurement}; $INSUNITS is gevolgd',
    'als dat fout is, geef drawingUnit op',
  ],
  'drawing-unit-doubtful': [
    'de eenheid van de tekening is twijfelachtig: in {stated}, zoals de kop zegt, is ze {asStated}; in {likely} zou ze {asLikely} zijn',
    'geef drawingUnit={other} op als dat juist is, anders drawingUnit={value}',
  ],
  'layer-undefined': 'de laag “{name}” wordt gebruikt, maar ontbreekt in de lagentabel',
  'xref-not-read': 'het blok “{name}” staat in een ander bestand ({file}), dat niet is gelezen',
};

export const dxfEntityIssues: Translated<typeof EnglishDxfEntityIssues> = {
  'paper-space-skipped': ['het object staat op een blad van de papierruimte en is weggelaten', 'space=both leest het'],
  'model-space-skipped': 'het object staat in de modelruimte en is zoals gevraagd weggelaten',
  'entity-hidden': ['het object is als onzichtbaar gemarkeerd en is weggelaten', 'hidden=true leest het'],
  'entity-not-supported': 'objecten van de soort {type} worden niet gelezen',
  'block-clipped': [
    '{count object|objecten} van het blok “{name}” op de kniprand van de verwijzing afgesneden of daarbuiten weggelaten',
    'hidden=true leest alles',
  ],
  'block-not-cut': [
    '{count object|objecten} van het blok “{name}” op de kniprand van de verwijzing niet afgesneden',
    'oppervlakken worden niet afgesneden, evenmin vlakken waarvan de ringen niet weer te sluiten zijn',
  ],
  'block-planes-left-out':
    'de snijvlakken voor of achter het blok “{name}” zijn niet toegepast: het is alleen in het platte vlak afgesneden',
  'block-hole-left-out': 'de omgekeerde kniprand van het blok “{name}” is niet toegepast: wat hij verbergt, is te zien',
  'stray-part': '{type} hoort bij geen object; het deel is weggelaten',
  'proxy-without-picture': [
    'een object van een ander programma ({kind}) heeft geen afbeelding en is weggelaten',
    'explodeer het in CAD en sla de tekening opnieuw op',
  ],
  'proxy-as-picture': 'een object van een ander programma is getekend uit de afbeelding die erbij is opgeslagen',
  'proxy-partly-drawn': '{parts deel|delen} van de afbeelding van een object van een ander programma niet getekend',
  'viewport-not-drawn': 'een viewport in de papierruimte toont de modelruimte en bevat zelf niets',
  'not-part-of-the-plan': 'lichten, camera’s en doorsnedevlakken tonen in de plattegrond niets',
  'ole-not-read': 'een ingebed document heeft in deze versie van het formaat geen positie; het is weggelaten',
  'ole-as-frame': 'een ingebed document kan niet worden getekend; het kader ervan is getekend',
  'picture-as-frame':
    'een afbeelding staat in een eigen bestand; het kader ervan is getekend, met de naam van dat bestand',
  'wipeout-as-area': 'een afdekking verbergt niets in een opdracht; ze werd een vlak',
  'shape-as-point': 'de vorm van een symbool staat in een lettertypebestand; het werd een punt met zijn naam',
  'solid-not-read': [
    'de ACIS-vorm van een volumelichaam kon niet worden gelezen; het is weggelaten',
    'zet het in CAD om in een mesh (MESHSMOOTH) en sla opnieuw op, of exporteer het als STL',
  ],
  'body-not-read': [
    'de ACIS-vorm van een lichaam kon niet worden gelezen; het is weggelaten',
    'zet het in CAD om in een mesh (MESHSMOOTH) of explodeer het, en sla opnieuw op',
  ],
  'region-not-read': [
    'de ACIS-vorm van een region kon niet worden gelezen; die is weggelaten',
    'explodeer die in CAD en sla opnieuw op',
  ],
  'surface-not-read': [
    'de ACIS-vorm van een oppervlak kon niet worden gelezen; het is weggelaten',
    'zet het in CAD om in een mesh (MESHSMOOTH) en sla opnieuw op',
  ],
  'shape-partly-drawn': '{edges zijde|zijden} van een ACIS-vorm weggelaten: vrije krommen worden niet getekend',
  'mesh-without-faces': 'een net zonder vlakken is weggelaten',
  'mesh-incomplete': 'een net is weggelaten: het geeft {rows} × {columns} hoekpunten op en heeft er {vertices}',
  'mesh-faces-left-out': '{faces vlak|vlakken} van een net weggelaten: een hoekpunt ontbreekt of is niet eindig',
  'mesh-not-smoothed': 'een net is zonder zijn onderverdeling getekend',
  'face-without-area': 'een vlak met minder dan drie verschillende hoeken is weggelaten',
  'face-is-line': 'een vlak heeft maar twee verschillende hoeken; het is als lijn getekend',
  'bad-radius': 'een cirkel of boog is weggelaten: de straal is niet groter dan 0',
  'bad-spline': {
    text: 'een spline is weggelaten: {fault}',
    clauses: {
      fault: {
        ...SPLINE_FAULTS,
        'no-points': 'hij heeft geen controlepunten en geen twee verschillende doorgangspunten',
        'hatch-edge': 'een zijde van een arcering',
      },
    },
  },
  'spline-repaired': {
    text: 'een spline is met gelijkmatig verdeelde knopen getekend: {fault}',
    clauses: { fault: SPLINE_FAULTS },
  },
  'spline-approximated':
    'een spline heeft alleen doorgangspunten; de kromme die CAD-systemen erdoor tekenen is berekend',
  'polyline-by-frame':
    'de tekening bevat van een vereffende kromme alleen het raamwerk; dat is getekend in plaats van de kromme',
  'outside-extent': 'een oneindige lijn die de tekening niet kruist is weggelaten',
  'hatch-without-boundary': 'een arcering zonder omgrenzing is weggelaten',
  'hatch-boundary-open': 'de grenszijden van een arcering raken elkaar niet; ze zijn met rechte lijnen verbonden',
  'pattern-left-out': 'een arcering is getekend zonder haar patroon, dat beschadigd is of meer dan {most} lijnen heeft',
  'empty-text': 'een lege tekst is weggelaten',
  'multileader-empty': 'een multileader is weggelaten: hij heeft geen lijn, tekst of blok dat kan worden getekend',
  'dimension-without-block': 'een maat ({kind}) is weggelaten: het blok met haar lijnen en teksten ontbreekt',
  'dimension-from-points':
    'het blok van een maat ontbreekt; haar lijnen en teksten zijn uit haar punten en haar stijl getekend',
  'dimension-constraint': 'een maat is een beperking van een parametrische tekening, die nooit wordt geplot',
  'table-without-block': 'een tabel is weggelaten: het blok met de inhoud ontbreekt',
  'block-undefined': 'het blok “{name}” is niet gedefinieerd; de verwijzing werd een punt',
  'frozen-reference':
    'de laag van een blokverwijzing is bevroren, maar delen van het blok staan op zichtbare lagen en zijn getekend',
};

export const dxfWritingIssues: Translated<typeof EnglishDxfWritingIssues> = {
  'point-properties-left-out':
    'naam, code of attributen van {count punt|punten} weggelaten, zoals met points=point gevraagd',
  'area-as-outline': '{count vlak als gesloten polylijn|vlakken als gesloten polylijnen} geschreven',
  'layer-renamed': '{count laag|lagen} hernoemd: DXF staat de naam niet toe',
  'attribute-tag-changed':
    '{count attribuut|attributen} van punten hernoemd: namen van attributen hebben in DXF geen spaties',
  'layer-description-cut': '{count laagbeschrijving|laagbeschrijvingen} ingekort: langer dan DXF toestaat',
  'line-type-renamed': '{count lijntype|lijntypen} hernoemd: DXF staat de naam niet toe',
  'hatch-levelled': [
    '{count hellend vlak|hellende vlakken} op de hoogte van het eerste hoekpunt geschreven: een arcering is horizontaal',
    'areas=outline behoudt alle hoogten',
  ],
};
