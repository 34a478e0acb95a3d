import type { TranslatedTable } from '../language.ts';
import { archiveIssues } from './archive.ts';
import { attachedIssues } from './attached.ts';
import { checkIssues } from './check.ts';
import { convertIssues } from './convert.ts';
import { crsIssues } from './crs.ts';
import { dgnIssues, dgnWritingIssues } from './dgn.ts';
import { drawingIssues } from './drawing.ts';
import { dwgIssues } from './dwg.ts';
import { dxfEntityIssues, dxfIssues, dxfWritingIssues } from './dxf.ts';
import { geojsonIssues } from './geojson.ts';
import { gsiIssues, gts7Issues } from './gts7.ts';
import { imodelIssues } from './imodel.ts';
import { landxmlIssues } from './landxml.ts';
import { lossIssues } from './losses.ts';
import { machineIssues, machineLosses } from './machine.ts';
import { mergeIssues } from './merge.ts';
import { packageIssues } from './package.ts';
import { pdfIssues } from './pdf.ts';
import { lineworkIssues, pointsIssues } from './points.ts';
import { readingIssues } from './reading.ts';
import { sourceIssues } from './source.ts';
import { svgIssues } from './svg.ts';
import { writingIssues } from './writing.ts';
import { codelibIssues, jobxmlIssues, maxmlIssues, xmlIssues } from './xml.ts';

/** The sentences of all issue codes in Dutch. */
export const nl: TranslatedTable = {
  ...archiveIssues,
  ...attachedIssues,
  ...checkIssues,
  ...convertIssues,
  ...crsIssues,
  ...dgnIssues,
  ...dgnWritingIssues,
  ...drawingIssues,
  ...dwgIssues,
  ...dxfIssues,
  ...dxfEntityIssues,
  ...dxfWritingIssues,
  ...geojsonIssues,
  ...gsiIssues,
  ...gts7Issues,
  ...imodelIssues,
  ...landxmlIssues,
  ...lossIssues,
  ...machineLosses,
  ...machineIssues,
  ...mergeIssues,
  ...packageIssues,
  ...pdfIssues,
  ...pointsIssues,
  ...lineworkIssues,
  ...readingIssues,
  ...sourceIssues,
  ...svgIssues,
  ...writingIssues,
  ...xmlIssues,
  ...codelibIssues,
  ...maxmlIssues,
  ...jobxmlIssues,
};
