/** The 256 colours of the AutoCAD colour index, six hex digits each; entry 0 (by block) is not a colour. */
const TABLE =
  '000000ff0000ffff0000ff0000ffff0000ffff00ffffffff808080c0c0c0ff0000ff7f7fa50000a552527f00007f3f3f' +
  '4c00004c2626260000261313ff3f00ff9f7fa52900a567527f1f007f4f3f4c13004c2f26260900261713ff7f00ffbf7f' +
  'a55200a57c527f3f007f5f3f4c26004c3926261300261c13ffbf00ffdf7fa57c00a591527f5f007f6f3f4c39004c4226' +
  '261c00262113ffff00ffff7fa5a500a5a5527f7f007f7f3f4c4c004c4c26262600262613bfff00dfff7f7ca50091a552' +
  '5f7f006f7f3f394c00424c261c26002126137fff00bfff7f52a5007ca5523f7f005f7f3f264c00394c261326001c2613' +
  '3fff009fff7f29a50067a5521f7f004f7f3f134c002f4c2609260017261300ff007fff7f00a50052a552007f003f7f3f' +
  '004c00264c2600260013261300ff3f7fff9f00a52952a567007f1f3f7f4f004c13264c2f00260913261700ff7f7fffbf' +
  '00a55252a57c007f3f3f7f5f004c26264c3900261313261c00ffbf7fffdf00a57c52a591007f5f3f7f6f004c39264c42' +
  '00261c13262600ffff7fffff00a5a552a5a5007f7f3f7f7f004c4c264c4c00262613262600bfff7fdfff007ca55291a5' +
  '005f7f3f6f7f00394c26427e001c26132626007fff7fbfff0052a5527ca5003f7f3f5f7f00264c26397e001326131c26' +
  '003fff7f9fff0029a55267a5001f7f3f4f7f00134c262f7e0009261317260000ff7f7fff0000a55252a500007f3f3f7f' +
  '00004c26267e0000261313263f00ff9f7fff2900a56752a51f007f4f3f7f13004c2f267e0900261713267f00ffbf7fff' +
  '5200a57c52a53f007f5f3f7f26004c39267e1300261c1326bf00ffdf7fff7c00a59152a55f007f6f3f7f39004c42264c' +
  '1c0026261326ff00ffff7fffa500a5a552a57f007f7f3f7f4c004c4c264c260026261326ff00bfff7fdfa5007ca55291' +
  '7f005f7f3f6f4c00394c264226001c261326ff007fff7fbfa50052a5527c7f003f7f3f5f4c00264c263926001326131c' +
  'ff003fff7f9fa50029a552677f001f7f3f4f4c00134c262f2600092613173333335b5b5b848484adadadd6d6d6ffffff';

/** Colour index "by block". */
export const ACI_BY_BLOCK = 0;

const COLOURS = Int32Array.from({ length: 256 }, (_, index) =>
  Number.parseInt(TABLE.slice(6 * index, 6 * index + 6), 16),
);
const INDEX_OF = new Map<number, number>();
for (let index = 255; index > 0; index--) INDEX_OF.set(COLOURS[index]!, index);
/** Number of distinct colours whose nearest index is cached. */
const MOST_REMEMBERED = 10_000;

/** The colour 0xRRGGBB of an index from 1 to 255; -1 for every other number. */
export function colourOfIndex(index: number): number {
  return index >= 1 && index <= 255 && Number.isInteger(index) ? COLOURS[index]! : -1;
}

/** The colour index nearest to 0xRRGGBB; the lower of two that are equally near. */
export function nearestIndex(colour: number): number {
  const known = INDEX_OF.get(colour);
  if (known !== undefined) return known;
  let best = 7;
  let least = Infinity;
  for (let index = 1; index < 256; index++) {
    const other = COLOURS[index]!;
    const red = (colour >> 16) - (other >> 16);
    const green = ((colour >> 8) & 255) - ((other >> 8) & 255);
    const blue = (colour & 255) - (other & 255);
    const square = red * red + green * green + blue * blue;
    if (square < least) {
      least = square;
      best = index;
    }
  }
  if (INDEX_OF.size < MOST_REMEMBERED) INDEX_OF.set(colour, best);
  return best;
}
