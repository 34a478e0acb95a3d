import { POINT_BLOCK } from '../../cad/point-block.ts';
import { type DrawingWriter, HANDLE } from './drawing-writer.ts';
import { writePointDefinition } from './points.ts';

/** Writes the BLOCKS section: model and paper space, and the block by which points are drawn. */
export function writeBlocks(writer: DrawingWriter, height: number): void {
  const { out, target } = writer;
  out.text(0, 'SECTION');
  out.text(2, 'BLOCKS');
  const modern = [
    ['*Model_Space', HANDLE.modelRecord],
    ['*Paper_Space', HANDLE.paperRecord],
  ] as const;
  const old = [
    ['$MODEL_SPACE', 0],
    ['$PAPER_SPACE', 0],
  ] as const;
  for (const [name, owner] of target.modern ? modern : old) {
    beginBlock(writer, name, owner, 0);
    endBlock(writer, owner);
  }
  // 2: the block has attribute definitions.
  beginBlock(writer, POINT_BLOCK, HANDLE.pointRecord, 2);
  writePointDefinition(writer, HANDLE.pointRecord, height);
  endBlock(writer, HANDLE.pointRecord);
  out.text(0, 'ENDSEC');
}

function beginBlock(writer: DrawingWriter, name: string, owner: number, flags: number): void {
  const { out } = writer;
  writer.open('BLOCK', 'AcDbBlockBegin', '0', undefined, owner);
  out.text(2, name);
  out.integer(70, flags);
  out.position3(10, 0, 0, 0);
  out.text(3, name);
  out.text(1, '');
}

function endBlock(writer: DrawingWriter, owner: number): void {
  writer.open('ENDBLK', 'AcDbBlockEnd', '0', undefined, owner);
}
