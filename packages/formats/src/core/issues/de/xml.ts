import type { Translated } from '../language.ts';
import type {
  codelibIssues as EnglishCodelibIssues,
  jobxmlIssues as EnglishJobxmlIssues,
  maxmlIssues as EnglishMaxmlIssues,
  xmlIssues as EnglishXmlIssues,
} from '../xml.ts';

export const xmlIssues: Translated<typeof EnglishXmlIssues> = {
  'xml-not-well-formed': 'das XML ist nicht wohlgeformt: {found}',
  'xml-cut-off': ['das XML endet zu früh: {found}', 'verwenden Sie eine vollständige Kopie der Datei'],
  'xml-doctype': 'das XML hat einen Dokumenttyp, der abgelehnt wird: {found}',
  'xml-entity': 'das XML hat eine Entität, die abgelehnt wird: {found}',
  'xml-encoding': 'die Kodierung des XML kann nicht gelesen werden: {found}',
  'xml-too-complex': 'das XML ist komplizierter als jede echte Datei: {found}',
  'encoding-repaired': 'Bytes, die nicht {encoding} sind, wurden als {used} gelesen',
  'unknown-element': 'das Element <{element}> ist nicht bekannt und wurde übersprungen',
  'bad-value': '{attribute}="{value}" von <{element}> ist nicht lesbar; der Vorgabewert wurde verwendet',
};

export const codelibIssues: Translated<typeof EnglishCodelibIssues> = {
  'codelib-wrong-root': 'das Wurzelelement ist <{root}>, nicht <{expected}>; das ist keine Codebibliothek',
  'codelib-version': [
    'die Version {version} ist neuer als {newest}, die neueste bekannte',
    'aktualisieren Sie dieses Programm',
  ],
  'namespace-unknown': 'das Wurzelelement ist in {found}; es wurde als {used} gelesen',
  'duplicate-code': 'der Code „{name}“ ({kind}) kommt mehrmals vor; nur der erste wurde behalten',
};

export const maxmlIssues: Translated<typeof EnglishMaxmlIssues> = {
  'maxml-version': [
    'die Version {version} von MAXML ist neuer als {newest}, die neueste bekannte',
    'aktualisieren Sie dieses Programm',
  ],
  'maxml-dialect':
    'das Wurzelelement <{root}> gehört nicht zum offenen Profil; die Datei wurde als der bekannte Dialekt für Punkte gelesen',
  'points-missing': 'die Datei hat kein Element Point',
  'placement-damaged': 'ein <{element}> einer Platzierung wurde weggelassen: kein Rechts- und Hochwert',
  'file-damaged': 'die Datei einer Zeichnung ist nicht durchgehend Base64; der lesbare Teil wurde behalten',
  'drawing-digest-mismatch':
    'die Datei der Zeichnung „{name}“ hat die SHA-256 {found} statt {stated}: sie wurde beschädigt oder ausgetauscht',
  'neighbours-damaged': 'die Nachbarn eines Geländemodells passen nicht zu seinen Dreiecken und wurden weggelassen',
  'edges-damaged': 'die Kanten eines Geländemodells nennen fehlende Eckpunkte und wurden weggelassen',
};

export const jobxmlIssues: Translated<typeof EnglishJobxmlIssues> = {
  'jobxml-wrong-root': 'das Wurzelelement ist <{root}>, nicht <{expected}>; das ist kein JobXML',
  'reductions-missing': 'die Datei hat keine Reductions und damit keine reduzierten Punkte',
  'grid-missing':
    'der Punkt „{name}“ hat eine WGS-84-Position, aber keine Landeskoordinaten; er wurde als Festpunkt gelesen',
  'calibration-point-missing':
    'das Kalibrierungspaar {grid} – {earth} wurde weggelassen: den Reductions fehlt einer seiner Punkte',
  'position-left-empty': [
    '{count Punkt|Punkte} ohne Koordinaten geschrieben: kein Rechts- und Hochwert',
    'die meisten Programme werden sie überspringen; vervollständigen Sie zuerst die Punkte',
  ],
  'attribute-renamed':
    '{count Attribut|Attribute} des Punkts „{point}“ umbenannt, wie JobXML es verlangt, zum Beispiel „{name}“',
};
