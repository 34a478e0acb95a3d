import type { checkIssues as EnglishCheckIssues } from '../check.ts';
import type { Translated } from '../language.ts';

export const checkIssues: Translated<typeof EnglishCheckIssues> = {
  'check-no-system': [
    'er is geen coördinatenstelsel opgegeven, zodat de plaats niet te controleren is',
    'geef het op met de optie crs',
  ],
  'check-unit': [
    'de coördinaten zijn in {unit}, maar {system} is in {other}',
    'reken om naar {other}, of geef het bedoelde stelsel op',
  ],
  'check-outside-area': [
    'de gegevens liggen buiten het gebied van {system}',
    'controleer stelsel, eenheid en de volgorde van oosting en noording',
  ],
  'check-outside-area-but': {
    text: 'de gegevens liggen buiten het gebied van {system}; {change} zouden ze erbinnen liggen',
    clauses: {
      change: {
        exchanged: 'met oosting en noording verwisseld',
        larger: 'duizend keer zo groot',
        smaller: 'duizend keer kleiner',
        unit: 'in {unit}',
      },
    },
    advice: 'lees het bestand opnieuw met {option}',
  },
  'check-outside-area-scale': {
    text: 'de gegevens liggen buiten het gebied van {system}; duizend keer {change} zouden ze erbinnen liggen',
    clauses: { change: { larger: 'zo groot', smaller: 'kleiner' } },
    advice: '{cure}',
  },
  'check-size': ['de gegevens zijn {size} breed', 'controleer de eenheid'],
  'check-stray': ['{kind} ligt {distance} van de rest', 'verwijder het object, of corrigeer de coördinaten'],
  'check-point-twice': ['een punt ligt op een ander met dezelfde laag, naam en code{names}', 'verwijder er een van'],
  'check-point-heights': [
    'twee punten van een laag op dezelfde plaats hebben verschillende hoogten: {one} en {other}{names}',
    'beslis welke juist is',
  ],
  'check-name-twice': ['de naam “{name}” wordt gebruikt voor punten op verschillende plaatsen', 'hernoem er een van'],
  'check-line-twice': ['{kind} staat dubbel op de laag “{layer}”', 'verwijder er een van'],
  'check-spike': ['een piek: {kind} {height} {direction} dan de buren', 'corrigeer de hoogte, of verwijder het punt'],
  'check-elevation-zero': ['{kind} met hoogte 0 tussen andere op ongeveer {usual}', 'meet de hoogte, of verwijder die'],
  'check-elevation-impossible': [
    '{kind} met de hoogte {elevation}, die onmogelijk is of voor “geen” staat',
    'verwijder de hoogte',
  ],
  'check-flat': ['alle hoogten zijn 0, dus waarschijnlijk onbekend', 'gebruik de gegevens alleen in het platte vlak'],
  'check-breaklines-cross': [
    'breuklijnen van het terreinmodel “{name}” kruisen met {difference} hoogteverschil',
    'splits ze op een gemeenschappelijk hoekpunt',
  ],
  'check-lines-cross': [
    'lijnen van de laag “{layer}” kruisen met {difference} hoogteverschil',
    'splits ze op een gemeenschappelijk hoekpunt als het breuklijnen zijn',
  ],
  'check-boundary-open': ['een rand van het terreinmodel “{name}” is {gap} open', 'sluit hem'],
  'check-line-gap': [
    'een lijn eindigt {gap} voor haar begin zonder gesloten te zijn',
    'sluit haar als het een rand is',
  ],
  'check-surface-folded': [
    'driehoeken van het terreinmodel “{name}” liggen boven elkaar ({share} % van de bekeken driehoeken)',
    'trianguleer het opnieuw',
  ],
  'check-surface-twice': [
    'de terreinmodellen “{name}” en “{other}” zijn over {share} % van het eerste gelijk',
    'verwijder er een van',
  ],
  'check-surfaces-overlap': [
    'de terreinmodellen “{name}” en “{other}” bedekken hetzelfde terrein ({share} % van het eerste)',
    'stuur het model dat bedoeld is',
  ],
  'check-text-empty': ['een tekst zonder inhoud', 'verwijder hem, of vul hem in'],
  'check-drawing-empty': [
    'de achtergrondtekening “{name}” toont niets',
    'laat haar weg, of lees haar opnieuw met space=both als ze alleen bladen heeft',
  ],
  'check-drawing-size': [
    'de achtergrondtekening “{name}” is {size} breed',
    'controleer de eenheid (optie drawingUnit of unit)',
  ],
  'check-drawing-outside-area': [
    'de achtergrondtekening “{name}” ligt buiten het gebied van {system}',
    'controleer de eenheid, of plaats haar met posities',
  ],
  'check-drawing-apart': [
    'de achtergrondtekening “{name}” ligt {distance} van de gegevens',
    'controleer de eenheid, of plaats haar met posities',
  ],
  'check-partial': [
    'de controle “{what}” eindigde bij de grens {limit}; wat tot dan gevonden is, staat in de lijst',
    'controleer delen van de gegevens apart',
  ],
};
