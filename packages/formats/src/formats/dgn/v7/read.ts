import { DEFAULT_STROKE_TOLERANCE, type JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../../core/byte-source.ts';
import { FormatError } from '../../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../../core/format.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { FaceCollector } from '../../../kit/cad/face-collector.ts';
import { LayerMemo } from '../../../kit/cad/layer-memo.ts';
import { Pen } from '../../../kit/cad/pen.ts';
import { giveWay } from '../../../kit/io/give-way.ts';
import { COLOUR_TABLE_SIZE, readColourTable } from '../colour-table.ts';
import { ELEMENT } from '../element-types.ts';
import { Interpreter } from '../interpreter.ts';
import { takeAttachment } from './attachments.ts';
import { CONTROL_BLOCK_SIZE, type Design, readDesign } from './design.ts';
import { V7Dialect } from './dialect.ts';
import { Grid } from './grid.ts';
import { RecordReader } from './record-reader.ts';
import { Symbology } from './symbology.ts';

/** First colour of the colour table element (type 5 on level 1). */
const COLOURS = 38;
/** Elements read between two checks of the signal. */
const ELEMENTS_PER_TURN = 10_000;

/** Reads a V7 design file. @throws FormatError `dgn-no-control-block` when it does not begin with a control block */
export async function readV7(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const reader = new RecordReader(source);
  if (
    !reader.next() ||
    reader.record.type !== ELEMENT.controlBlock ||
    reader.record.bytes.length < CONTROL_BLOCK_SIZE
  ) {
    throw new FormatError('dgn-no-control-block', {}, 0);
  }
  const design = placed(readDesign(reader.record.bytes, context.report), context);
  const control = context.tally.of('9 control block');
  control.found++;
  control.read++;
  describe(design, sink, context);
  const tolerance = Number(context.options['tolerance'] ?? DEFAULT_STROKE_TOLERANCE);
  const layers = new LayerMemo(sink);
  const symbology = new Symbology(layers);
  const grid = new Grid(design);
  const faces = FaceCollector.of(context.options);
  const interpreter = new Interpreter(
    new Pen(sink, context.limits, tolerance, faces),
    new V7Dialect(grid, symbology),
    context,
  );
  let count = 0;
  try {
    while (reader.next()) {
      const { record } = reader;
      if (
        record.type === ELEMENT.groupData &&
        record.level === 1 &&
        record.bytes.length >= COLOURS + COLOUR_TABLE_SIZE
      ) {
        symbology.colours = readColourTable(record.bytes.subarray(COLOURS));
      }
      takeAttachment(record, grid, context);
      interpreter.element(record);
      if (++count % ELEMENTS_PER_TURN === 0) await giveWay(reader.position, source.size, context);
    }
    reportEnd(reader, context);
  } catch (error) {
    // Everything before the damage is intact and is kept.
    if (!(error instanceof FormatError) || error.code !== 'unexpected-end') throw error;
    context.report(error.issue());
  }
  interpreter.finish();
  faces?.flush(sink, layers.at, context.report, false);
  return { version: design.is3d ? 'V7 3-D' : 'V7 2-D' };
}

/** Reports what says that the elements were not all of the file. */
function reportEnd(reader: RecordReader, { report }: ReadContext): void {
  const offset = reader.position;
  if (!reader.isAtEndMark) {
    report(issueOf('dgn-no-end', {}, { offset }));
    return;
  }
  const bytes = reader.behindEnd();
  if (bytes > 0) report(issueOf('dgn-behind-end', { bytes }, { offset }));
}

/**
 * An attachment places the design plane of a file, not the origin that its own coordinates begin at; the positions of
 * design files that attach each other have the same unit.
 */
function placed(design: Design, { attachedTo }: ReadContext): Design {
  if (attachedTo === undefined) return design;
  const { positions } = attachedTo;
  const origin = [0, 0, 0] as const;
  if (positions === undefined) return { ...design, origin };
  const { unit, numerator, denominator } = positions;
  if (unit === undefined) return { ...design, origin, unit: undefined, uorPerMaster: denominator / numerator };
  return { ...design, origin, unit: { unit, numerator, denominator }, uorPerMaster: 1 };
}

function describe(design: Design, sink: JobSink, context: ReadContext): void {
  if (design.unit === undefined) {
    context.report(issueOf('dgn-unit-unknown', { name: design.masterName }, { offset: 1120 }));
    return;
  }
  sink.describe({ unit: design.unit.unit });
}
