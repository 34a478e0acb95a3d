import { POINT_BLOCK } from '../../../kit/cad/point-block.ts';
import { type DrawingWriter, HANDLE } from './drawing-writer.ts';
import { BLOCK, BLOCK_END } from './entity-kinds.ts';
import { writePointDefinition } from './point-block.ts';

/**
 * Writes the BLOCKS section: model and paper space, and the block that represents points. @param layer layer 0, which
 * contains all of it
 */
export function writeBlocks(writer: DrawingWriter, layer: number, height: number): void {
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
    beginBlock(writer, layer, name, owner, 0);
    endBlock(writer, layer, owner);
  }
  // 2: the block has attribute definitions.
  beginBlock(writer, layer, POINT_BLOCK, HANDLE.pointRecord, 2);
  writePointDefinition(writer, layer, HANDLE.pointRecord, height);
  endBlock(writer, layer, HANDLE.pointRecord);
  out.text(0, 'ENDSEC');
}

function beginBlock(writer: DrawingWriter, layer: number, name: string, owner: number, flags: number): void {
  const { out } = writer;
  writer.open(BLOCK, layer, undefined, owner);
  out.text(2, name);
  out.integer(70, flags);
  out.position3(10, 0, 0, 0);
  out.text(3, name);
  out.text(1, '');
}

function endBlock(writer: DrawingWriter, layer: number, owner: number): void {
  writer.open(BLOCK_END, layer, undefined, owner);
}
