import { type Attachment, placementOf } from '../../core/attachment.ts';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/** Hands over an attachment if it is to be read, else reports it. */
export function attachOrReport(attachment: Attachment, context: ReadContext): void {
  if (context.attach !== undefined) {
    context.attach(attachment);
    return;
  }
  // Counted, so that a file with nothing else is not said to hold nothing.
  const tally = context.tally.of('reference attachment');
  tally.found++;
  tally.skipped++;
  const { file, model, place } = attachment;
  const placement = placementOf(attachment);
  const issue =
    file === ''
      ? issueOf('dgn-attached-model', { model, ...placement })
      : issueOf('dgn-attached-file', { file, model: model || 'default', ...placement });
  context.report({ ...issue, ...place });
}
