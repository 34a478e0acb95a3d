import { DEFAULT_STROKE_TOLERANCE, type JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import { openUntrusted } from '../../kit/io/untrusted-sqlite.ts';
import { ElementDrawer } from './draw.ts';
import { BisModel } from './model.ts';

/** Elements read between two checks of the signal. */
const ELEMENTS_PER_TURN = 500;

/**
 * Reads the geometry of an iModel snapshot. iModels are in metres. @throws FormatError when it is damaged or holds no
 * BIS tables
 */
export async function readImodel(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const database = openUntrusted(source);
  try {
    const model = new BisModel(database);
    sink.describe({ unit: 'metre' });
    const drawer = new ElementDrawer(
      model,
      sink,
      context,
      Number(context.options['tolerance'] ?? DEFAULT_STROKE_TOLERANCE),
    );
    const total = model.count();
    let done = 0;
    for (const row of model.elements()) {
      drawer.element(row);
      if (++done % ELEMENTS_PER_TURN === 0) await giveWay(done, total, context);
    }
    return { version: 'BIS' };
  } finally {
    database.close();
  }
}
