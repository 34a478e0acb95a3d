import type { Translated } from '../language.ts';
import type { lossIssues as EnglishLossIssues } from '../losses.ts';

export const lossIssues: Translated<typeof EnglishLossIssues> = {
  'point-left-out': '{count Punkt|Punkte} weggelassen: das Format kann sie nicht aufnehmen',
  'line-left-out': '{count Linie|Linien} weggelassen: das Format kann sie nicht aufnehmen',
  'area-left-out': '{count Fläche|Flächen} weggelassen: das Format kann sie nicht aufnehmen',
  'text-left-out': '{count Text|Texte} weggelassen: das Format kann sie nicht aufnehmen',
  'surface-left-out': '{count Geländemodell|Geländemodelle} weggelassen: das Format kann sie nicht aufnehmen',
  'alignment-left-out': '{count Achse|Achsen} weggelassen: das Format kann sie nicht aufnehmen',
  'plane-left-out': '{count Ebene|Ebenen} weggelassen: das Format kann sie nicht aufnehmen',
  'control-point-left-out': '{count Festpunkt|Festpunkte} weggelassen: das Format kann sie nicht aufnehmen',
  'code-left-out':
    '{count Code der Codebibliothek|Codes der Codebibliothek} weggelassen: das Format kann sie nicht aufnehmen',
  'drawing-left-out':
    '{count Hintergrundzeichnung|Hintergrundzeichnungen} weggelassen: das Format kann sie nicht aufnehmen',
  'drawing-drawn':
    '{count Hintergrundzeichnung|Hintergrundzeichnungen} als Linien geschrieben, je auf Layern mit ihrem Namen',
  'observation-left-out': '{count Rohbeobachtung|Rohbeobachtungen} weggelassen: das Format kann sie nicht aufnehmen',
  'name-left-out': 'Namen weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'feature-code-left-out': 'Codes weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'description-left-out': 'Beschreibungen weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'attribute-left-out': 'Attributwerte weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'layer-left-out': 'Layer weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'colour-left-out': 'eigene Farben weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'line-type-left-out': 'eigene Linientypen weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'line-weight-left-out': 'eigene Linienstärken weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'time-left-out': 'Zeitangaben weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'quality-left-out': 'Standardabweichungen weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'list-left-out': 'Namen von Punktlisten weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'block-left-out': 'Namen von Blöcken weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'page-left-out': 'Seitennummern weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'job-detail-left-out': 'Angaben des Jobs weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'layer-detail-left-out': 'Angaben von Layern weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'surface-detail-left-out':
    'Angaben von Geländemodellen weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'alignment-detail-left-out': 'Angaben von Achsen weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'control-point-detail-left-out':
    'Angaben von Festpunkten weggelassen, weil das Format sie nicht aufnehmen kann: {found}',
  'crs-left-out': [
    'das Format kann das Bezugssystem nicht aufnehmen, {name}',
    'geben Sie es dort an, wo die Datei gelesen wird',
  ],
  'degrees-bare': [
    'das Format kann das Bezugssystem nicht aufnehmen, {name}: seine Grade werden geschrieben, wie sie sind, und die meisten Programme halten sie für Längen',
    'geben Sie die Option crs an, um die Koordinaten eines projizierten Systems zu schreiben',
  ],
  'elevation-infinite':
    '{count unendliche Höhe|unendliche Höhen} als unbekannt geschrieben: das Format kann sie nicht aufnehmen',
  'coordinates-rounded':
    '{count Koordinate|Koordinaten} auf {decimals} Nachkommastellen gerundet; die größte Änderung ist {most} ({unit})',
};
