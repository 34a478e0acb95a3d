import type { landxmlIssues as EnglishLandxmlIssues } from '../landxml.ts';
import type { Translated } from '../language.ts';

export const landxmlIssues: Translated<typeof EnglishLandxmlIssues> = {
  'landxml-wrong-root': 'het hoofdelement is <{root}>, niet <{expected}>; dit is geen LandXML',
  'element-not-read': 'het element <{element}> heeft geen plaats in een opdracht en is overgeslagen',
  'properties-not-read':
    'eigenschappen (Feature) van <{element}> zijn weggelaten: een opdracht heeft daar geen plaats voor',
  'geometry-missing': '<{element}> “{name}” heeft geen leesbare geometrie en is overgeslagen',
  'alignment-damaged': 'de as “{name}” heeft onleesbare geometrie en is overgeslagen',
  'profile-damaged': '<{element}> van een lengteprofiel is niet leesbaar en is weggelaten',
  'parabola-divided':
    'een onsymmetrische parabool van een lengteprofiel is gelezen als de twee symmetrische waaruit hij bestaat',
  'parabola-simplified':
    'een onsymmetrische parabool van een lengteprofiel is gelezen als een symmetrische van dezelfde lengte',
  'station-equation-damaged':
    'een metreringssprong van de as “{alignment}” is weggelaten: hij geeft niet beide metreringen',
  'station-decreasing':
    'de metrering van de as “{alignment}” loopt af na een metreringssprong; ze is als oplopend gelezen',
  'spiral-kind': 'een overgangsboog van de soort “{kind}” is gelezen als een clothoïde met dezelfde lengte en stralen',
  'surface-point-unreadable':
    '{count punt|punten} van het terreinmodel “{surface}” weggelaten: geen nummer of geen drie coördinaten',
  'face-without-point':
    '{count driehoek|driehoeken} van het terreinmodel “{surface}” weggelaten: geen drie punten van het terreinmodel',
  'face-invisible':
    '{count driehoek|driehoeken} van het terreinmodel “{surface}” weggelaten: als onzichtbaar gemarkeerd',
  'surface-kind': 'het terreinmodel “{surface}” is van de soort “{kind}”; de vlakken ervan zijn als driehoeken gelezen',
  'surface-not-written': {
    text: 'het terreinmodel “{surface}” is weggelaten: het heeft {fault}',
    clauses: { fault: { 'no-triangle': 'geen driehoeken', 'no-position': 'hoekpunten zonder volledige positie' } },
  },
  'pipe-end-missing':
    'de leiding “{name}” is weggelaten: de put aan een van haar einden ontbreekt of heeft geen positie',
  'alignment-not-written':
    'de as “{alignment}” is weggelaten: ze heeft geen horizontale elementen, of een dat niet geheel bekend is',
  'vertical-curve-left-out':
    '{count verticale boog|verticale bogen} van de as “{alignment}” weggelaten: de lengte is niet bekend',
  'section-not-written': '{count dwarsprofiel|dwarsprofielen} van de as “{alignment}” weggelaten: niet geheel bekend',
  'station-equation-not-written':
    '{count metreringssprong|metreringssprongen} van de as “{alignment}” weggelaten: niet beide metreringen bekend',
  'geometry-left-out':
    '{count geometrie|geometrieën} van <{element}> weggelaten: een ring van minder dan twee posities, of onbekende posities',
  'surface-line-left-out':
    'een lijn van het terreinmodel “{surface}” is weggelaten: ze heeft minder dan twee bekende posities',
  'line-kind-changed':
    'een lijn van het terreinmodel “{surface}” is als “{used}” geschreven: LandXML kent de soort “{kind}” niet',
  'line-elevation-left-out':
    '{count hoogte|hoogten} van een lijn van het terreinmodel “{surface}” weggelaten: niet elke positie heeft er een',
};
