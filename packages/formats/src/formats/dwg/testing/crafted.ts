import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { R2000, R2004, R2007 } from '../file/releases.ts';
import { SPACE } from '../object/common-entity.ts';
import { writeBlocks } from '../writing/blocks.ts';
import type { DwgFile, FixedSections } from '../writing/dwg-file.ts';
import { EntityChain } from '../writing/entity-chain.ts';
import { File2000 } from '../writing/file-2000.ts';
import { File2004 } from '../writing/file-2004.ts';
import { File2007 } from '../writing/file-2007.ts';
import { HandleList } from '../writing/handle-list.ts';
import { HANDLE } from '../writing/handles.ts';
import { ObjectWriter } from '../writing/object-writer.ts';
import { PagedDrawing } from '../writing/paged-drawing.ts';
import { previewSection, summarySection } from '../writing/small-sections.ts';

const MARKS: Readonly<Record<number, string>> = {
  2000: 'AC1015',
  2004: 'AC1018',
  2007: 'AC1021',
  2010: 'AC1024',
  2013: 'AC1027',
  2018: 'AC1032',
};
/** All releases that are written. */
export const RELEASES: readonly number[] = Object.keys(MARKS).map(Number);
/** The handle of the block beside model space. */
export const BLOCK: number = HANDLE.pointRecord;
const [NOW, NOTHING] = [{ day: 0, milliseconds: 0 }, new Uint8Array(0)];

/** The parts of a drawing that a test fills with what no program should write. */
export interface Crafted {
  readonly to: ObjectWriter;
  /** Entities of model space and of a block. */
  readonly model: EntityChain;
  readonly block: EntityChain;
}

/** A drawing without header variables, classes and layers. @param write writes entities, each opened in its chain */
export async function crafted(release: number, write: (drawing: Crafted) => void): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'crafted-'));
  try {
    const path = join(folder, 'drawing.dwg');
    const file = open(path, release);
    const to = new ObjectWriter(release);
    const links = { layers: [0], lineType: () => 0 };
    const numbers = { next: HANDLE.firstFree };
    const model = new EntityChain(to, file.objects, links, numbers, SPACE.model);
    const block = new EntityChain(to, file.objects, links, numbers, SPACE.owner, BLOCK);
    write({ to, model, block });
    block.end();
    model.end();
    const usual = { layout: 0, extension: 0, hasAttributes: false, references: new HandleList() };
    const [modelSpace, other] = [
      { name: '*Model_Space', handle: HANDLE.modelRecord, begin: HANDLE.modelBegin, end: HANDLE.modelEnd },
      { name: 'B', handle: BLOCK, begin: HANDLE.pointBegin, end: HANDLE.pointEnd },
    ];
    const blocks = [
      { ...usual, ...modelSpace, layout: 1, space: SPACE.model, entities: model.handles },
      { ...usual, ...other, space: SPACE.owner, entities: block.handles },
    ];
    writeBlocks(blocks, to, file.objects, links, 0);
    await file.finish();
    return Uint8Array.from(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function open(path: string, release: number): DwgFile {
  const fixed: FixedSections = {
    header: NOTHING,
    classes: NOTHING,
    template: NOTHING,
    auxiliary: NOTHING,
    preview: previewSection(),
    summary: summarySection(NOW, release),
    application: NOTHING,
    history: NOTHING,
  };
  const mark = MARKS[release]!;
  if (release === R2000) return new File2000(path, mark, fixed);
  const file = release === R2007 ? new File2007(path, mark, release) : new File2004(path, mark, release, 10);
  return new PagedDrawing(file, release, fixed);
}

/** Whether a block lists its entities; before, they name their neighbours. */
export const hasLists = (release: number): boolean => release >= R2004;
