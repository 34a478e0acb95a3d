import type { IssueRows } from './row.ts';

/** LandXML. */
export const landxmlIssues = {
  'landxml-wrong-root': {
    level: 'error',
    text: 'the root element is <{root}>, not <{expected}>; this is not a LandXML',
  },
  'element-not-read': {
    level: 'note',
    text: 'the element <{element}> has no place in a job and was skipped',
    per: 'element',
  },
  'properties-not-read': {
    level: 'note',
    text: 'properties (Feature) of <{element}> were left out: a job has no place for them there',
    per: 'element',
  },
  'geometry-missing': {
    level: 'warning',
    text: '<{element}> "{name}" has no readable geometry and was skipped',
    per: 'element',
  },
  'alignment-damaged': { level: 'warning', text: 'the alignment "{name}" has unreadable geometry and was skipped' },
  'profile-damaged': {
    level: 'warning',
    text: '<{element}> of a profile cannot be read and was left out',
    per: 'element',
  },
  'parabola-divided': {
    level: 'note',
    text: 'an unsymmetrical parabola of a profile was read as the two symmetrical ones that it consists of',
  },
  'parabola-simplified': {
    level: 'warning',
    text: 'an unsymmetrical parabola of a profile was read as a symmetrical one of the same length',
  },
  'station-equation-damaged': {
    level: 'warning',
    text: 'a station equation of the alignment "{alignment}" was left out: it does not give both stations',
    per: 'alignment',
  },
  'station-decreasing': {
    level: 'warning',
    text: 'stations of the alignment "{alignment}" decrease after a station equation; they were read as increasing',
    per: 'alignment',
  },
  'spiral-kind': {
    level: 'warning',
    text: 'a transition curve of the kind "{kind}" was read as a clothoid of the same length and radii',
    per: 'kind',
  },
  'surface-point-unreadable': {
    level: 'warning',
    text: '{count point|points} of the surface "{surface}" left out: no number or not three coordinates',
    per: 'surface',
  },
  'face-without-point': {
    level: 'warning',
    text: '{count face|faces} of the surface "{surface}" left out: not three points of the surface',
    per: 'surface',
  },
  'face-invisible': {
    level: 'note',
    text: '{count face|faces} of the surface "{surface}" left out: marked invisible',
    per: 'surface',
  },
  'surface-kind': {
    level: 'warning',
    text: 'the surface "{surface}" is of the kind "{kind}"; its faces were read as triangles',
  },
  'surface-not-written': {
    level: 'warning',
    text: 'the surface "{surface}" was left out: it has {fault}',
    clauses: {
      fault: { 'no-triangle': 'no triangles', 'no-position': 'vertices without a complete position' },
    },
  },
  'pipe-end-missing': {
    level: 'warning',
    text: 'the pipe "{name}" was left out: the structure at one of its ends is missing or has no position',
  },
  'alignment-not-written': {
    level: 'warning',
    text: 'the alignment "{alignment}" was left out: it has no horizontal elements, or one that is not fully known',
  },
  'vertical-curve-left-out': {
    level: 'warning',
    text: '{count profile curve|profile curves} of the alignment "{alignment}" left out: their length is not known',
    per: 'alignment',
  },
  'section-not-written': {
    level: 'warning',
    text: '{count cross section|cross sections} of the alignment "{alignment}" left out: not fully known',
    per: 'alignment',
  },
  'station-equation-not-written': {
    level: 'warning',
    text: '{count station equation|station equations} of the alignment "{alignment}" left out: not both stations known',
    per: 'alignment',
  },
  'geometry-left-out': {
    level: 'warning',
    text: '{count geometry|geometries} of <{element}> left out: a ring of fewer than two positions, or unknown ones',
    per: 'element',
  },
  'surface-line-left-out': {
    level: 'warning',
    text: 'a line of the surface "{surface}" was left out: it has fewer than two known positions',
    per: 'surface',
  },
  'line-kind-changed': {
    level: 'warning',
    text: 'a line of the surface "{surface}" was written as "{used}": LandXML has no kind "{kind}"',
  },
  'line-elevation-left-out': {
    level: 'warning',
    text: '{count elevation|elevations} of a line of the surface "{surface}" left out: not every position has one',
    per: 'surface',
  },
} as const satisfies IssueRows;
