import { DataStore } from './data-store.ts';

/** Signatures of binary shapes; the store contains other things, too. */
const SHAPES = ['ACIS BinaryFile', 'ASM BinaryFile'];

/** The shapes of solids, regions and surfaces since 2013, by the handle of their entity. */
export function shapesOf(section: Uint8Array | undefined, lost: (reason: unknown) => void): Map<number, Uint8Array> {
  const shapes = new Map<number, Uint8Array>();
  if (section === undefined || section.length === 0) return shapes;
  try {
    new DataStore(section).records((handle, data) => {
      if (isShape(data)) shapes.set(handle, data);
    }, lost);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    lost(error);
  }
  return shapes;
}

function isShape(data: Uint8Array): boolean {
  const start = Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1', 0, SHAPES[0]!.length);
  return SHAPES.some((shape) => start.startsWith(shape));
}
