import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { failureCode } from './tracer.ts';

/** Spans in one request to the collector. */
const BATCH = 512;
/** Spans that wait at most: later ones are lost, because memory counts more than traces. */
const MOST_WAITING = 8192;
const PAUSE_MS = 1000;

/** What the export of traces writes to the log. */
export interface TraceLog {
  warn(bindings: object, text: string): void;
  info(text: string): void;
}

/** Sends spans in batches, counts what became of them, and logs when the collector stops taking them. */
export class CountedExport implements SpanProcessor {
  readonly counts = { sent: 0, lost: 0 };
  readonly #batches: BatchSpanProcessor;
  readonly #log: TraceLog;
  #waiting = 0;
  #isAway = false;

  constructor(exporter: SpanExporter, log: TraceLog) {
    this.#log = log;
    this.#batches = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) => {
          this.#waiting -= spans.length;
          exporter.export(spans, (result) => {
            this.#note(spans.length, result);
            done(result);
          });
        },
        shutdown: () => exporter.shutdown(),
      },
      ...{ maxExportBatchSize: BATCH, maxQueueSize: MOST_WAITING, scheduledDelayMillis: PAUSE_MS },
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    // The SDK drops what is too much without a count that can be read.
    if (this.#waiting >= MOST_WAITING) this.counts.lost++;
    else {
      this.#waiting++;
      this.#batches.onEnd(span);
    }
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }

  #note(spans: number, { code, error }: ExportResult): void {
    const isTaken = code === ExportResultCode.SUCCESS;
    this.counts[isTaken ? 'sent' : 'lost'] += spans;
    if (!isTaken && !this.#isAway) this.#log.warn({ reason: reasonOf(error) }, 'traces are not taken');
    if (isTaken && this.#isAway) this.#log.info('traces are taken again');
    this.#isAway = !isTaken;
  }
}

/** The status of a refusal, or the code of an error; never its text, which may quote the collector's answer. */
function reasonOf(error: unknown): string | number {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' ? code : failureCode(error);
}
