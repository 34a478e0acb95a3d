import type { JobSink } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { checkLimit } from '../../core/limits.ts';
import type { XmlDocument } from './document.ts';

/** State shared by the readers of one document: the document, the sink and the feature counts. */
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

  /** Turns the last `found` into a skipped feature, with the reason. */
  skipped(type: string, issue: Issue, report = (one: Issue): void => this.document.report(one)): void {
    const tally = this.document.context.tally.of(type);
    tally.read--;
    tally.skipped++;
    report(issue);
  }
}
