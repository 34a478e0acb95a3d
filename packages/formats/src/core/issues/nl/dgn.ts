import type { dgnIssues as EnglishDgnIssues, dgnWritingIssues as EnglishDgnWritingIssues } from '../dgn.ts';
import type { Translated } from '../language.ts';
import { SPLINE_FAULTS } from './spline-faults.ts';

export const dgnIssues: Translated<typeof EnglishDgnIssues> = {
  'dgn-no-control-block': 'het bestand begint niet met het besturingsblok van een V7-designbestand',
  'dgn-no-end': 'het bestand eindigt zonder de eindmarkering van een tekening: misschien is het afgebroken',
  'dgn-behind-end':
    'de tekening eindigt vóór het bestand: {bytes byte|bytes} achter het einde zijn niet gelezen; misschien is het beschadigd',
  'dgn-model-header':
    'het bestand heeft geen model met een kop die de eenheden opgeeft; het is beschadigd of geen V8-designbestand',
  'dgn-no-model': 'er is geen model “{name}”; het bestand heeft {models}',
  'cfb-damaged': 'het samengestelde bestand is beschadigd: {found}',
  'dgn-page-damaged': 'een pagina met elementen is beschadigd: {found}; de overige elementen ervan zijn weggelaten',
  'dgn-shared-page-damaged': 'namen, kleuren of gedeelde cellen ontbreken omdat een pagina beschadigd is: {found}',
  'dgn-models': [
    'het bestand bevat {models} modellen (met hun aantal elementen: {names}); alleen “{name}” is gelezen',
    'model=… leest een ander',
  ],
  'dgn-model-empty': 'het eerste model, “{empty}”, is leeg; in plaats daarvan is “{name}” gelezen',
  'dgn-published-embedded': [
    'het bestand is een gepubliceerd i-model, waarvan de eigen tekening versleuteld is; van {files ingesloten leesbaar bestand|ingesloten leesbare bestanden} ({names}) is “{name}” gelezen, zoals het op zichzelf ligt',
    'exporteer het designbestand waaruit het is gepubliceerd; model=NAME leest een ander ingesloten bestand',
  ],
  'dgn-published': [
    'het bestand is een gepubliceerd i-model, waarvan de inhoud versleuteld is',
    'exporteer het designbestand waaruit het is gepubliceerd',
  ],
  'dgn-attached-file': [
    'het gekoppelde bestand “{file}” is niet gelezen (model {model}, geplaatst op {easting}, {northing}, schaal {scale}, gedraaid over {rotation}°)',
    'geef de map van de gekoppelde bestanden op (references), of zet ze samen in één ZIP-bestand',
  ],
  'dgn-clip-left-out':
    'de kniprand van het gekoppelde bestand “{file}” is niet toegepast: waar die ligt is niet bekend',
  'dgn-attached-levels':
    'welke lagen van het gekoppelde bestand “{file}” de tekening verbergt, is niet bekend: alle die het zelf toont, zijn zichtbaar',
  'dgn-attached-model': [
    'het gekoppelde model “{model}” is niet gelezen (geplaatst op {easting}, {northing}, schaal {scale}, gedraaid over {rotation}°)',
    'model=… leest het apart',
  ],
  'dgn-working-units':
    'de werkeenheden zijn beschadigd ({perSub} posities, {perMaster} subeenheden); de coördinaten zijn in posities',
  'dgn-unit-unknown': 'de hoofdeenheid “{name}” is geen bekende eenheid; de coördinaten zijn in hoofdeenheden',
  'dgn-deleted': '{element}: verwijderd; weggelaten',
  'dgn-invisible': '{element}: als onzichtbaar gemarkeerd; weggelaten',
  'dgn-curve-stroked': '{element}: als koorden getekend',
  'dgn-dimension-value':
    'een maat toont haar gemeten waarde zonder de tolerantie, de tweede notatie of het teken die haar stijl toevoegt: hoe die zijn opgeslagen is niet bekend',
  'dgn-dimension-left-out': 'een maat van de soort “{kind}” weggelaten: hoe die wordt getekend is niet bekend',
  'dgn-element-short': '{element}: weggelaten omdat het te kort is voor zijn velden',
  'dgn-position-invalid': '{element}: weggelaten omdat een coördinaat, maat of hoek geen getal is',
  'dgn-no-vertex': '{element}: weggelaten omdat het geen hoekpunt heeft',
  'dgn-curve-short': '{element}: weggelaten omdat het {points punt|punten} heeft; een kromme heeft er {least} nodig',
  'dgn-layout-unknown': '{element}: weggelaten omdat de opbouw hier niet bekend is',
  'dgn-tag-left-out': '{element}: weggelaten omdat het element of de set tags ervan niet te vinden is',
  'dgn-curve-missing': '{element}: weggelaten omdat de bijbehorende kromme ontbreekt',
  'dgn-mesh-missing': '{element}: weggelaten omdat het bijbehorende net ontbreekt',
  'dgn-mesh-faces': '{faces vlak|vlakken} van een net weggelaten omdat een hoek ontbreekt of geen getal is',
  'dgn-terrain-triangles': 'het terreinmodel “{name}” heeft {found driehoek|driehoeken}, maar geeft er {stated} op',
  'dgn-spline': { text: '{element} weggelaten: {fault}', clauses: { fault: SPLINE_FAULTS } },
};

export const dgnWritingIssues: Translated<typeof EnglishDgnWritingIssues> = {
  'dgn-extent': [
    'de opdracht beslaat {size} eenheden; in een designbestand met {positions} posities per duizendste passen er {most}',
    'kies een kleiner deel, of zet resolution=1 (het grofst)',
  ],
  'dgn-far-from-origin': [
    'de opdracht ligt {distance} eenheden van de oorsprong, te ver voor een designbestand',
    'zoek naar een foute coördinaat',
  ],
  'dgn-outside-plane': 'de coördinaat {value} ligt buiten het ontwerpvlak',
  'dgn-resolution': 'posities worden per {step} {unit} opgeslagen ({dimensions}-bestand)',
  'layer-names-left-out': '{count laagnaam|laagnamen} weggelaten: levels hebben nummers ({levels})',
  'layers-merged': '{count laag|lagen} samengevoegd in level 63, het laatste dat er is',
  'line-split': '{count lijn|lijnen} gesplitst: te lang voor één element',
  'area-as-line': '{count ring|ringen} als lijnen geschreven: te lang voor één element',
  'area-rings-apart': '{count vlak|vlakken} met gaten of delen als aparte vormen geschreven',
  'text-empty': '{count lege tekst|lege teksten} weggelaten',
  'text-moved': '{count tekst|teksten} op geschatte breedte geplaatst: het formaat bewaart de hoek linksonder',
  'text-split': '{count tekst|teksten} van meer regels als een tekst per regel geschreven',
  'text-shrunk': '{count tekst|teksten} verkleind: te hoog voor deze resolutie',
  'letter-replaced': '{count teken|tekens} vervangen door ?: niet in de tekenset',
  'colour-replaced': '{count kleur|kleuren} vervangen door de dichtstbijzijnde: de tabel is vol',
  'surface-as-shapes': '{count driehoek|driehoeken} van terreinmodellen als vormen geschreven',
  'surface-lines-left-out': '{count breuklijn of rand|breuklijnen of randen} weggelaten',
};
