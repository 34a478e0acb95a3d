import type { convertIssues as EnglishConvertIssues } from '../convert.ts';
import type { Translated } from '../language.ts';

export const convertIssues: Translated<typeof EnglishConvertIssues> = {
  'no-data': 'er kwam niets binnen uit “{name}”: {found}',
  'nothing-selected': [
    'er kwam niets binnen uit “{name}”: het filter kiest er niets uit',
    'kies ten minste één item van het inhoudsrapport',
  ],
  'format-mismatch': '“{name}” heet naar een ander formaat, maar bevat {format}; zo is het gelezen',
  'point-name-repeated': 'de puntnaam “{name}” komt meer dan eens in het bestand voor; alle punten ervan zijn gelezen',
  'unit-overridden': 'het bestand geeft als eenheid {stated} op; het is zoals gevraagd in {used} gelezen',
  'unit-assumed': [
    'het bestand geeft geen eenheid op; het is in {unit} gelezen',
    'als dat fout is, geef haar op met de optie unit',
  ],
  'drawing-foot-of-crs': [
    'de kop zegt voet, en {system} is in US survey feet: zo zijn ze gelezen; als internationale voet zouden de gegevens tot {difference} m ernaast liggen',
    'geef unit=usft op als dat juist is, anders crs=local',
  ],
  'unit-of-crs': [
    'het bestand geeft geen eenheid op; het is in {unit} gelezen, de eenheid van {system}',
    'als dat fout is, geef haar op met de optie unit',
  ],
  'crs-overridden': 'het bestand geeft als coördinatenstelsel {stated} op; het is zoals gevraagd in {used} gelezen',
  'crs-by-name': [
    'het bestand noemt zijn coördinatenstelsel “{name}”; het is als {system} gelezen',
    'als dat fout is, geef het op met de optie crs',
  ],
  'crs-name-unknown': [
    'het bestand noemt zijn coördinatenstelsel “{name}”, en zo heet niet precies één geregistreerd stelsel; de coördinaten zijn als lokaal stelsel gelezen',
    'geef het stelsel op met de optie crs',
  ],
  'crs-not-comparable':
    'de bron of de opdracht is in een lokaal stelsel; de coördinaten zijn zonder omrekening overgenomen',
  'crs-operation':
    'de coördinaten zijn naar het andere stelsel omgerekend met “{name}” (nauwkeurigheid {accuracy}, gebied: {area})',
  'crs-better-with-grid': [
    '“{name}” (nauwkeurigheid {accuracy}) zou beter zijn, maar het grid {grid} ontbreekt',
    'zet het bestand in de map met grids (optie --grids, instelling grids)',
  ],
  'crs-outside-area': [
    'een deel van de gegevens ligt buiten het gebied van “{name}”: {area}',
    'controleer de eenheid, de volgorde van de assen en beide coördinatenstelsels',
  ],
  'crs-heights-kept': [
    'de hoogten bleven zoals ze zijn: {system} geeft geen hoogten op',
    'verbind er een hoogtestelsel mee (28992+5709) als de hoogten boven een ander vlak liggen',
  ],
  'crs-position-lost': [
    '{count positie heeft|posities hebben} geen plaats in het andere coördinatenstelsel en werden onbekend',
    'controleer de eenheid, de volgorde van de assen en beide coördinatenstelsels',
  ],
  'drawing-not-turned': [
    'de tekening “{name}” is met één positie geplaatst; alleen die is verschoven, richting en schaal bleven',
    'plaats haar met een lijn van twee posities',
  ],
  'surface-thinned':
    'het terreinmodel “{name}” is uitgedund van {triangles} naar {trianglesLeft} driehoeken en van {points} naar {pointsLeft} punten; de hoogten wijken hoogstens {deviation} {unit} af',
  'surface-not-thinned':
    'het terreinmodel “{name}” houdt zijn {triangles} driehoeken en {points} punten: zonder een ervan zou het meer dan {tolerance} {unit} afwijken of een andere omtrek hebben',
  'surface-thinning-limited': [
    'het uitdunnen van het terreinmodel “{name}” kwam aan een grens van het werk: misschien kunnen nog meer punten weg zonder dat het meer afwijkt',
    'importeer wat is geschreven en dun dat uit; de afwijkingen tellen op',
  ],
  'surface-crowding-kept':
    '{count punt|punten} van het terreinmodel “{name}” gehouden bij het uitdunnen: er komen meer dan {most} driehoeken samen; bij meer dan 1024 blijven ook de punten eromheen',
  'surface-damage-kept': [
    '{count driehoek|driehoeken} van het terreinmodel “{name}” met de hoekpunten ongewijzigd gelaten bij het uitdunnen: verticaal, omgekeerd, dubbel of met een punt zonder positie',
    'herstel het terreinmodel als het daar kleiner moet worden',
  ],
  'alignment-moved':
    'de as “{name}” volgt het coördinatenstelsel met haar elementen binnen {within} {unit}; haar lengten en metrering veranderden {change} miljoensten',
  'alignment-moved-in-parts':
    '{count element|elementen} van de as “{name}” gedeeld of als koorden geschreven om in het andere stelsel binnen {within} {unit} te blijven; haar lengten en metrering veranderden {change} miljoensten',
  'alignment-moved-as-line': [
    'de as “{name}” werd een lijn van koorden binnen {within} {unit}: het andere stelsel heeft graden',
    'kies een geprojecteerd stelsel om de as te behouden',
  ],
  'alignment-not-transformed':
    'de as “{name}” is weggelaten: een deel ervan heeft geen plaats in het andere coördinatenstelsel',
  'plane-not-transformed':
    'het platte vlak “{name}” kan een wisseling van assen of stelsel niet volgen en is weggelaten',
  'drawing-in-other-crs': [
    'de tekening is in {own} en de opdracht in {target}; een achtergrondtekening behoudt haar coördinaten',
    'plaats haar met posities, of importeer haar als objecten',
  ],
};
