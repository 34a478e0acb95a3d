import type { Translated } from '../language.ts';
import type {
  codelibIssues as EnglishCodelibIssues,
  jobxmlIssues as EnglishJobxmlIssues,
  maxmlIssues as EnglishMaxmlIssues,
  xmlIssues as EnglishXmlIssues,
} from '../xml.ts';

export const xmlIssues: Translated<typeof EnglishXmlIssues> = {
  'xml-not-well-formed': 'de XML is niet welgevormd: {found}',
  'xml-cut-off': ['de XML eindigt te vroeg: {found}', 'gebruik een volledige kopie van het bestand'],
  'xml-doctype': 'de XML heeft een documenttype dat wordt geweigerd: {found}',
  'xml-entity': 'de XML heeft een entiteit die wordt geweigerd: {found}',
  'xml-encoding': 'de codering van de XML kan niet worden gelezen: {found}',
  'xml-too-complex': 'de XML is ingewikkelder dan elk echt bestand: {found}',
  'encoding-repaired': 'bytes die geen {encoding} zijn, zijn als {used} gelezen',
  'unknown-element': 'het element <{element}> is niet bekend en is overgeslagen',
  'bad-value': '{attribute}="{value}" van <{element}> is niet leesbaar; de standaardwaarde is gebruikt',
};

export const codelibIssues: Translated<typeof EnglishCodelibIssues> = {
  'codelib-wrong-root': 'het hoofdelement is <{root}>, niet <{expected}>; dit is geen codebibliotheek',
  'codelib-version': ['versie {version} is nieuwer dan {newest}, de nieuwste die bekend is', 'werk dit programma bij'],
  'namespace-unknown': 'het hoofdelement is in {found}; het is gelezen als {used}',
  'duplicate-code': 'de code “{name}” ({kind}) komt meer dan eens voor; alleen de eerste is behouden',
};

export const maxmlIssues: Translated<typeof EnglishMaxmlIssues> = {
  'maxml-version': [
    'versie {version} van MAXML is nieuwer dan {newest}, de nieuwste die bekend is',
    'werk dit programma bij',
  ],
  'maxml-dialect':
    'het hoofdelement <{root}> hoort niet bij het open profiel; het bestand is gelezen als het bekende dialect voor punten',
  'points-missing': 'het bestand heeft geen element Point',
  'placement-damaged': 'een <{element}> van een plaatsing is weggelaten: geen oosting en noording',
  'file-damaged': 'het bestand van een tekening is niet geheel base64; het leesbare deel is behouden',
  'drawing-digest-mismatch':
    'het bestand van de tekening “{name}” heeft SHA-256 {found} in plaats van {stated}: het is beschadigd of verwisseld',
  'neighbours-damaged': 'de buren van een terreinmodel passen niet bij zijn driehoeken en zijn weggelaten',
  'edges-damaged': 'de zijden van een terreinmodel noemen ontbrekende hoekpunten en zijn weggelaten',
};

export const jobxmlIssues: Translated<typeof EnglishJobxmlIssues> = {
  'jobxml-wrong-root': 'het hoofdelement is <{root}>, niet <{expected}>; dit is geen JobXML',
  'reductions-missing': 'het bestand heeft geen Reductions en dus geen gereduceerde punten',
  'grid-missing':
    'het punt “{name}” heeft een WGS 84-positie maar geen gridcoördinaten; het is als grondslagpunt gelezen',
  'calibration-point-missing':
    'het kalibratiepaar {grid} – {earth} is weggelaten: in de Reductions ontbreekt een van zijn punten',
  'position-left-empty': [
    '{count punt|punten} zonder coördinaten geschreven: geen oosting en noording',
    'de meeste programma’s zullen ze overslaan; vul eerst de punten aan',
  ],
  'attribute-renamed':
    '{count attribuut|attributen} van het punt “{point}” hernoemd zoals JobXML eist, bijvoorbeeld “{name}”',
};
