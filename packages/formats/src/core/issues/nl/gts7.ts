import type { gsiIssues as EnglishGsiIssues, gts7Issues as EnglishGts7Issues } from '../gts7.ts';
import type { Translated } from '../language.ts';

export const gsiIssues: Translated<typeof EnglishGsiIssues> = {
  'gsi-block-unknown': 'de regel “{block}” is overgeslagen: hij begint niet met een puntnummer (11) of een code (41)',
  'gsi-word-unreadable': 'het woord “{word}” van het blok “{block}” is niet leesbaar',
};

export const gts7Issues: Translated<typeof EnglishGts7Issues> = {
  'no-records': 'het bestand heeft geen van de records van een GTS-7-bestand (STN, SS, XYZ, …)',
  'record-unknown': '“{record}” is geen record van een GTS-7-bestand en is overgeslagen',
  'record-without-point': 'het record {record} is overgeslagen: het volgt niet op een record dat een punt noemt',
  'units-unknown': [
    'de eenheden “{units}” zijn niet M of F voor lengten en D of G voor hoeken; in plaats daarvan zijn meter en DDD.MMSS genomen',
    'als dat fout is, geef de eenheid op met de optie unit',
  ],
  'foot-assumed': [
    'het bestand zegt niet in welke voet het is; internationale voet is genomen',
    'geef unit=usft op voor US survey feet',
  ],
  'too-many-details': 'een punt heeft meer dan {most} waarden; de rest is overgeslagen',
  'coordinate-unreadable': 'de coördinaten “{values}” van het punt “{point}” zijn niet leesbaar en zijn overgeslagen',
  'coordinates-doubled': 'het punt “{point}” heeft tweede coördinaten, “{values}”; de eerste zijn behouden',
  'names-not-compared': 'het bestand heeft meer dan {most} namen; daarna worden herhaalde punten niet herkend',
  'angle-unreadable': '“{value}” is geen hoek in {unit}; hij is behouden zoals hij er staat',
  'observation-units-mixed':
    'de waarnemingen komen uit bestanden met verschillende eenheden, en het formaat heeft er één: sommige afstanden of hoeken passen er niet bij',
  'foot-not-told-apart': 'het formaat zegt niet in welke voet het is; dit zijn US survey feet',
  'observation-not-written': '{count waarneming|waarnemingen} weggelaten: records van andere formaten',
};
