import { DEFAULT_STROKE_TOLERANCE, type JobSink } from '@fieldbridge/fieldjob';
import { FormatError } from '../../failure.ts';
import type { ReadContext, ReadSummary } from '../../format.ts';
import type { ByteSource } from '../../io/byte-source.ts';
import { checkLimit } from '../../limits.ts';
import { Interpreter } from '../interpreter.ts';
import { CompoundFile, type CompoundStream } from './compound-file.ts';
import { V8Dialect } from './dialect.ts';
import { walkPage } from './element.ts';
import { readModel } from './model.ts';
import { unpack, unpackPage } from './pages.ts';
import { scaleOf } from './scale.ts';

/** Pages of graphic elements of a model: `Dgn-Md/#000000/Dgn^G/$1`. */
const GRAPHIC_PAGE = /^\/Dgn-Md\/(#\d+)\/Dgn\^G\/\$(\d+)$/;

/**
 * Reads the first model of a V8 design file; further models have units of their own and are reported.
 * @throws FormatError when the compound file is damaged or holds no model
 */
export async function readV8(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const file = new CompoundFile(source);
  const pages = file.streams.flatMap((stream) => {
    const match = GRAPHIC_PAGE.exec(stream.path.replace(/\u001e/g, '^'));
    return match === null ? [] : [{ stream, model: match[1]!, number: Number(match[2]) }];
  });
  const models = [...new Set(pages.map(({ model }) => model))].sort();
  const header = file.streams.find(
    ({ path }) => path.startsWith('/Dgn-Md/') && path.endsWith(`${models[0] ?? ''}/Dgn~Mh`),
  );
  if (header === undefined)
    throw new FormatError('dgn-model-header', 'the file holds no model: it is not a V8 design file, or it is damaged');
  const model = readModel(unpack(file.read(header), 'the model header'));
  const scale = scaleOf(model);
  if (scale.unit !== undefined) sink.describe({ unit: scale.unit });
  if (models.length > 1) {
    const text = `the file holds ${models.length} models; the first (${models[0]}) was read`;
    context.report({ code: 'dgn-models', severity: 'warning', text });
  }
  const tolerance = Number(context.options['tolerance'] ?? DEFAULT_STROKE_TOLERANCE);
  const interpreter = new Interpreter(sink, new V8Dialect(sink, scale, model.is3d), context, tolerance);
  const own = pages.filter((page) => page.model === models[0]).sort((a, b) => a.number - b.number);
  let unpacked = 0;
  for (const [index, { stream }] of own.entries()) {
    context.progress(index, own.length, 'reading');
    await new Promise((resolve) => setImmediate(resolve));
    context.signal.throwIfAborted();
    const page = readPage(file, stream, context);
    if (page === undefined) continue;
    checkLimit(context.limits, 'unpackedBytes', unpacked + page.length, 'bytes unpacked from the file');
    const fault = walkPage(page, unpacked, (element) => interpreter.element(element));
    if (fault !== undefined) {
      context.report({
        code: 'dgn-page-damaged',
        severity: 'error',
        text: `${stream.path}: ${fault.text}`,
        offset: fault.offset,
      });
    }
    unpacked += page.length;
  }
  interpreter.finish();
  return { version: model.is3d ? 'V8 3-D' : 'V8 2-D' };
}

/** A damaged page costs its own elements only. */
function readPage(file: CompoundFile, stream: CompoundStream, context: ReadContext): Uint8Array | undefined {
  try {
    return unpackPage(file.read(stream), stream.path);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    context.report({ code: error.code, severity: 'error', text: error.message });
    return undefined;
  }
}
