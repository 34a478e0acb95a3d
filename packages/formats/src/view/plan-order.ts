import { isInside, type MainPart } from '@fieldbridge/fieldjob';

/** Cells along each side of the grid by which items are sorted. */
const SIDE = 128;

/**
 * An order in which neighbours follow each other: that of the cells of a grid over the main part along a Z curve, in a
 * cell that of arrival. Strays come last.
 * @param places easting and northing alternately, one pair an item @param part where the data is
 */
export function planOrder(places: Float64Array, part: MainPart): Uint32Array {
  const count = places.length / 2;
  const { main, near } = part;
  const size = Math.max(main.maxEasting - main.minEasting, main.maxNorthing - main.minNorthing) / SIDE || 1;
  const cells = new Uint32Array(count);
  const starts = new Uint32Array(SIDE * SIDE + 2);
  for (let i = 0; i < count; i++) {
    const [easting, northing] = [places[2 * i]!, places[2 * i + 1]!];
    const cell = isInside(near, easting, northing)
      ? interleaved(cellOf(easting - main.minEasting, size)) +
        2 * interleaved(cellOf(northing - main.minNorthing, size))
      : SIDE * SIDE;
    cells[i] = cell;
    starts[cell + 1]!++;
  }
  for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[starts[cells[i]!]!++] = i;
  return order;
}

const cellOf = (distance: number, size: number): number => Math.min(SIDE - 1, Math.max(0, Math.floor(distance / size)));

/** Spreads the bits of a cell number to every second place. */
function interleaved(cell: number): number {
  let bits = cell & 127;
  bits = (bits | (bits << 4)) & 0x0f0f;
  bits = (bits | (bits << 2)) & 0x3333;
  return (bits | (bits << 1)) & 0x5555;
}
