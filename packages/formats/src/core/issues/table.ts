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
import type { IssueRow, IssueRows } from './row.ts';
import { sourceIssues } from './source.ts';
import { svgIssues } from './svg.ts';
import { writingIssues } from './writing.ts';
import { codelibIssues, jobxmlIssues, maxmlIssues, xmlIssues } from './xml.ts';

/** The table in parts, each with its heading in the docs. */
export const ISSUE_PARTS = [
  ['Reading and converting', convertIssues],
  ['Appending to a job', mergeIssues],
  ['Left out when writing', lossIssues],
  ['Files refused whatever their format', sourceIssues],
  ['Archives', archiveIssues],
  ['Reference systems', crsIssues],
  ['Data of any format', readingIssues],
  ['Writing', writingIssues],
  ['XML', xmlIssues],
  ['Code libraries', codelibIssues],
  ['MAXML', maxmlIssues],
  ['JobXML', jobxmlIssues],
  ['LandXML', landxmlIssues],
  ['CAD drawings', drawingIssues],
  ['DXF and DWG: the drawing', dxfIssues],
  ['DXF and DWG: entities', dxfEntityIssues],
  ['DXF and DWG: writing', dxfWritingIssues],
  ['Field jobs and packages', packageIssues],
  ['Points in text files', pointsIssues],
  ['Lines from codes', lineworkIssues],
  ['Leica GSI', gsiIssues],
  ['GTS-7', gts7Issues],
  ['GeoJSON', geojsonIssues],
  ['DWG', dwgIssues],
  ['DGN: reading', dgnIssues],
  ['DGN: writing', dgnWritingIssues],
  ['PDF', pdfIssues],
  ['iModel', imodelIssues],
  ['Attached files', attachedIssues],
  ['SVG', svgIssues],
  ['Check before sending', checkIssues],
  ['Machine-control files', { ...machineIssues, ...machineLosses }],
] as const satisfies readonly (readonly [title: string, rows: IssueRows])[];

/** All issue codes: the table behind the reports and docs/issues.md. */
export const issueTable = {
  ...convertIssues,
  ...mergeIssues,
  ...lossIssues,
  ...sourceIssues,
  ...archiveIssues,
  ...crsIssues,
  ...readingIssues,
  ...writingIssues,
  ...xmlIssues,
  ...codelibIssues,
  ...maxmlIssues,
  ...jobxmlIssues,
  ...landxmlIssues,
  ...drawingIssues,
  ...dxfIssues,
  ...dxfEntityIssues,
  ...dxfWritingIssues,
  ...packageIssues,
  ...pointsIssues,
  ...lineworkIssues,
  ...gsiIssues,
  ...gts7Issues,
  ...geojsonIssues,
  ...dwgIssues,
  ...dgnIssues,
  ...dgnWritingIssues,
  ...pdfIssues,
  ...imodelIssues,
  ...attachedIssues,
  ...svgIssues,
  ...checkIssues,
  ...machineIssues,
  ...machineLosses,
} as const;

/** A code of the table. */
export type IssueCode = keyof typeof issueTable;

/** A code of level `error`; only these end the reading or writing of a file. */
export type FailureCode = {
  [Code in IssueCode]: (typeof issueTable)[Code]['level'] extends 'error' ? Code : never;
}[IssueCode];

/** The row of a code, or undefined for one that is not in the table. */
export function issueRow(code: string): IssueRow | undefined {
  return Object.hasOwn(issueTable, code) ? issueTable[code as IssueCode] : undefined;
}
