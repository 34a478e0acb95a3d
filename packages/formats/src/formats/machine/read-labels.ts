import { Feature, labelOf } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { LABEL, TP3_TABLE, VERTEX } from './layouts.ts';
import type { Layers } from './read-layers.ts';
import { elevationAt } from './read-points.ts';
import type { Texts } from './read-texts.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';

/** Separates the lines of a label. */
export const LINE_BREAK = '\\P';

/** Rows between two checks of the signal. */
const BREATH_ROWS = 16_384;

/** Reads the text labels of TP3. Their layout fits many files but is not proven, which is reported. */
export async function readLabels(reading: Reading, vertices: Table, layers: Layers, texts: Texts): Promise<void> {
  const table = await reading.table(TP3_TABLE.label, LABEL);
  const tally = reading.tally(TP3_TABLE.label);
  const { view } = table;
  const feature = new Feature();
  const { fields } = LABEL;
  for (let row = 0; row < table.count; row++) {
    if (row % BREATH_ROWS === BREATH_ROWS - 1) await reading.breathe();
    const base = row * table.recordSize;
    tally.found++;
    const vertex = vertices.resolve(view, base + fields.vertex.at);
    const triple = texts.triple(view, base + fields.text.at);
    const layer = view.getUint16(base + fields.layer.at, true);
    const origin = layers.originOf(layer);
    if (vertex < 0 || triple < 0 || origin === undefined) {
      const parameters = { what: 'a text label', missing: 'a vertex, a text or a layer' };
      reading.problems.report(issueOf('reference-missing', parameters, { offset: table.offsetOf(row) }));
      tally.skipped++;
      continue;
    }
    const at = vertex * vertices.recordSize;
    const { text, code } = labelTexts(texts, triple);
    const label = labelOf(
      text,
      origin.easting + vertices.view.getFloat64(at + VERTEX.fields.easting.at, true),
      origin.northing + vertices.view.getFloat64(at + VERTEX.fields.northing.at, true),
      {
        elevation: elevationAt(vertices.view, at),
        rotation: fields.rotation.read(view, base),
        height: fields.height.read(view, base),
      },
    );
    if (![label.easting, label.northing, label.rotation, label.height].every(Number.isFinite)) {
      const parameters = { what: 'a text label' };
      reading.problems.report(issueOf('coordinate-not-finite', parameters, { offset: table.offsetOf(row) }));
      tally.skipped++;
      continue;
    }
    feature.reset();
    feature.layer = layers.indexOf(layer);
    feature.code = code;
    reading.count(1);
    reading.sink.text(feature, label);
    tally.read++;
  }
  table.release();
  if (tally.read > 0) {
    reading.problems.report(issueOf('text-layout-assumed', { count: tally.read }));
  }
}

/**
 * The words and the code of a label. The vendor's files have the words in the second text of the triple and no first
 * text; our own older files have the words in the first and the code in the second.
 */
function labelTexts(texts: Texts, triple: number): { text: string; code: string } {
  const first = texts.text(triple, 'name');
  const second = texts.text(triple, 'code');
  return first === '' ? { text: second.replaceAll(LINE_BREAK, '\n'), code: '' } : { text: first, code: second };
}
