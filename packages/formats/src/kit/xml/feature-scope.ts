import type { JobSink } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { checkLimit } from '../../core/limits.ts';
import type { XmlDocument } from './document.ts';

/** What the readers of one document share: the document, the sink, and how features are counted. */
export class FeatureScope {
  readonly document: XmlDocument;
  readonly sink: JobSink;

  constructor(document: XmlDocument, sink: JobSink) {
    this.document = document;
    this.sink = sink;
  }

  /** Counts a feature of a native type. @throws LimitError past `features` */
  found(type: string): void {
    const tally = this.document.context.tally.of(type);
    tally.found++;
    tally.read++;
    checkLimit(this.document.context.limits, 'features', ++this.document.features, 'the number of features');
  }

  /** Turns the last `found` into a skipped one, with the reason. */
  skipped(type: string, issue: Issue): void {
    const tally = this.document.context.tally.of(type);
    tally.read--;
    tally.skipped++;
    this.document.report(issue);
  }
}
