import type { landxmlIssues as EnglishLandxmlIssues } from '../landxml.ts';
import type { Translated } from '../language.ts';

export const landxmlIssues: Translated<typeof EnglishLandxmlIssues> = {
  'landxml-wrong-root': 'das Wurzelelement ist <{root}>, nicht <{expected}>; das ist kein LandXML',
  'element-not-read': 'das Element <{element}> hat in einem Job keinen Platz und wurde übersprungen',
  'properties-not-read':
    'Eigenschaften (Feature) von <{element}> wurden weggelassen: ein Job hat dort keinen Platz für sie',
  'geometry-missing': '<{element}> „{name}“ hat keine lesbare Geometrie und wurde übersprungen',
  'alignment-damaged': 'die Achse „{name}“ hat eine unlesbare Geometrie und wurde übersprungen',
  'profile-damaged': '<{element}> einer Gradiente ist nicht lesbar und wurde weggelassen',
  'parabola-divided':
    'eine unsymmetrische Parabel einer Gradiente wurde als die zwei symmetrischen gelesen, aus denen sie besteht',
  'parabola-simplified': 'eine unsymmetrische Parabel einer Gradiente wurde als symmetrische derselben Länge gelesen',
  'station-equation-damaged':
    'ein Stationssprung der Achse „{alignment}“ wurde weggelassen: er nennt nicht beide Stationen',
  'station-decreasing':
    'die Stationierung der Achse „{alignment}“ fällt nach einem Stationssprung; sie wurde als steigend gelesen',
  'spiral-kind':
    'ein Übergangsbogen der Art „{kind}“ wurde als Klothoide mit derselben Länge und denselben Radien gelesen',
  'surface-point-unreadable':
    '{count Punkt|Punkte} des Geländemodells „{surface}“ weggelassen: keine Nummer oder nicht drei Koordinaten',
  'face-without-point':
    '{count Dreieck|Dreiecke} des Geländemodells „{surface}“ weggelassen: nicht drei Punkte des Geländemodells',
  'face-invisible':
    '{count Dreieck|Dreiecke} des Geländemodells „{surface}“ weggelassen: als unsichtbar gekennzeichnet',
  'surface-kind': 'das Geländemodell „{surface}“ ist von der Art „{kind}“; seine Flächen wurden als Dreiecke gelesen',
  'surface-not-written': {
    text: 'das Geländemodell „{surface}“ wurde weggelassen: es hat {fault}',
    clauses: { fault: { 'no-triangle': 'keine Dreiecke', 'no-position': 'Eckpunkte ohne vollständige Position' } },
  },
  'pipe-end-missing':
    'die Leitung „{name}“ wurde weggelassen: das Bauwerk an einem ihrer Enden fehlt oder hat keine Position',
  'alignment-not-written':
    'die Achse „{alignment}“ wurde weggelassen: sie hat keine Lageelemente oder eines, das nicht ganz bekannt ist',
  'vertical-curve-left-out':
    '{count Ausrundung|Ausrundungen} der Achse „{alignment}“ weggelassen: die Länge ist nicht bekannt',
  'section-not-written': '{count Querprofil|Querprofile} der Achse „{alignment}“ weggelassen: nicht ganz bekannt',
  'station-equation-not-written':
    '{count Stationssprung|Stationssprünge} der Achse „{alignment}“ weggelassen: nicht beide Stationen bekannt',
  'geometry-left-out':
    '{count Geometrie|Geometrien} von <{element}> weggelassen: ein Ring aus weniger als zwei Positionen oder unbekannte Positionen',
  'surface-line-left-out':
    'eine Linie des Geländemodells „{surface}“ wurde weggelassen: sie hat weniger als zwei bekannte Positionen',
  'line-kind-changed':
    'eine Linie des Geländemodells „{surface}“ wurde als „{used}“ geschrieben: LandXML kennt die Art „{kind}“ nicht',
  'line-elevation-left-out':
    '{count Höhe|Höhen} einer Linie des Geländemodells „{surface}“ weggelassen: nicht jede Position hat eine',
};
