import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import type { Holds } from '../../core/holds.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { DrawingHead } from '../dxf/writing/drawing-output.ts';
import { JobWriting } from '../dxf/writing/job-writing.ts';
import { TARGETS } from '../dxf/writing/versions.ts';
import { R2004, R2007, R2010 } from './file/releases.ts';
import type { DwgWriteVersion } from './format.ts';
import type { DwgFile } from './writing/dwg-file.ts';
import { DwgOutput } from './writing/dwg-output.ts';
import { File2000 } from './writing/file-2000.ts';
import { File2004 } from './writing/file-2004.ts';
import { File2007 } from './writing/file-2007.ts';
import { headerSection } from './writing/header-section.ts';
import { PagedDrawing } from './writing/paged-drawing.ts';
import {
  applicationSection,
  auxiliarySection,
  classesSection,
  historySection,
  momentOf,
  previewSection,
  summarySection,
  templateSection,
} from './writing/small-sections.ts';
import { CLASS } from './writing/types.ts';

/** What each version can hold, and the mark of its files. */
const VERSIONS = {
  '2000': { ...TARGETS['2000'], acadVersion: 'AC1015' },
  '2004': { ...TARGETS['2000'], acadVersion: 'AC1018', trueColour: true },
  '2007': { ...TARGETS['2018'], acadVersion: 'AC1021', geodata: false },
  '2010': { ...TARGETS['2018'], acadVersion: 'AC1024' },
  '2013': { ...TARGETS['2018'], acadVersion: 'AC1027' },
  '2018': TARGETS['2018'],
} as const;

/** Writes a job as a DWG drawing in model space. @throws the operating system's error when it cannot be written */
export async function writeDwg(job: FieldJob, path: string, context: WriteContext): Promise<Holds> {
  const version = (context.options['version'] ?? '2018') as DwgWriteVersion;
  const release = Number(version);
  const target = VERSIONS[version];
  const open = (head: DrawingHead, layerZero: number): DwgFile =>
    openFile(path, target.acadVersion, release, head, layerZero);
  const output = new DwgOutput(release, target, open);
  try {
    const holds = await new JobWriting(job, output, context).run();
    if (output.halfKnown > 0) context.report(issueOf('elevation-added', { count: output.halfKnown }));
    if (output.textsCut > 0) context.report(issueOf('dwg-text-cut', { count: output.textsCut }));
    await output.finish();
    return holds;
  } catch (error) {
    output.abandon();
    throw error;
  }
}

function openFile(path: string, mark: string, release: number, head: DrawingHead, layerZero: number): DwgFile {
  const { unit, box, seed } = head;
  const now = momentOf(Date.now());
  const layout = { number: CLASS.layout, flags: 0, internal: 'AcDbLayout', name: 'LAYOUT' };
  const geodata = { number: CLASS.geodata, flags: 0xfff, internal: 'AcDbGeoData', name: 'GEODATA' };
  const fixed = {
    header: headerSection({ unit, box, layerZero, seed, now }, release),
    classes: classesSection(release >= R2010 ? [layout, geodata] : [layout], release),
    template: templateSection(unit === undefined || unit === 'metre'),
    auxiliary: auxiliarySection(now, seed, release),
    preview: previewSection(),
    summary: summarySection(now, release),
    application: applicationSection(release),
    history: historySection(),
  };
  if (release < R2004) return new File2000(path, mark, fixed);
  const sections = fixed.application.length > 0 ? 11 : 10;
  const file = release === R2007 ? new File2007(path, mark, release) : new File2004(path, mark, release, sections);
  return new PagedDrawing(file, release, fixed);
}
