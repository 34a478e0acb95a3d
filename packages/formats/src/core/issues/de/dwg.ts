import type { dwgIssues as EnglishDwgIssues } from '../dwg.ts';
import type { Translated } from '../language.ts';

export const dwgIssues: Translated<typeof EnglishDwgIssues> = {
  'dwg-version': [
    'ein DWG der Version {release} kann nicht gelesen werden (R13 bis 2018 schon)',
    'speichern Sie es in einer neueren Version oder als DXF',
  ],
  'dwg-damaged': [
    'die Zeichnung ist abgeschnitten oder beschädigt: {found}',
    'öffnen und reparieren Sie sie im CAD, oder speichern Sie sie als DXF',
  ],
  'dwg-entity-lost': {
    text: '{type} weggelassen: {reason}',
    clauses: { reason: { unread: 'das Objekt ist beschädigt oder in unbekannter Form' } },
  },
  'dwg-object-lost': [
    '{type}, worauf Objekte verweisen können, wurde weggelassen: {message}',
    'prüfen Sie Layer, Blöcke und Stile',
  ],
  'dwg-map-rebuilt': [
    'die Liste der Objekte ist beschädigt; {count} wurden durch Absuchen der Datei gefunden',
    'öffnen und reparieren Sie sie im CAD',
  ],
  'dwg-page-lost': 'eine Seite der Zeichnung kann nicht entpackt werden ({reason}); ihr Inhalt ist verloren',
  'dwg-page-altered': [
    'eine Seite der Zeichnung hat eine andere Prüfsumme, als sie angibt: was darauf steht, kann falsch sein',
    'vergleichen Sie mit dem Original, oder speichern Sie die Zeichnung im CAD noch einmal',
  ],
  'dwg-object-altered': [
    'ein Objekt hat eine andere Prüfsumme, als es angibt: es kann falsch sein',
    'prüfen Sie es im CAD',
  ],
  'dwg-bytes-repaired': [
    '{count falsches Byte|falsche Bytes} mit den Prüfbytes der Zeichnung repariert',
    'speichern Sie die Zeichnung im CAD noch einmal',
  ],
  'dwg-text-cut': [
    '{count Text|Texte} gekürzt: ein DWG fasst 65535 Zeichen eines Textes, vor 2007 Bytes',
    'teilen Sie den Text, oder schreiben Sie ein DXF',
  ],
};
