import { createHash } from 'node:crypto';
import { crsText, type Drawing, drawingInUnit, type FieldJob, parseCrs, sameCrs } from '@fieldbridge/fieldjob';
import { readAll } from '../core/byte-source.ts';
import { fileStem } from '../core/file-stem.ts';
import type { Format } from '../core/format.ts';
import type { IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import { dataBoxes } from '../kit/crs/data-boxes.ts';
import { footOf, systemFor, systemName } from './change-to-target.ts';
import { footIssue } from './foot-of-system.ts';
import type { ImportRequest } from './import-file.ts';

/**
 * Makes a background drawing from a CAD file: the file itself, its linework and its placement.
 * @param scene the linework, in the unit and with the axes of the file
 */
export function backgroundDrawing(request: ImportRequest, format: Format, scene: FieldJob): Drawing {
  const { source } = request;
  const bytes = readAll(source);
  const drawing: Drawing = {
    name: fileStem(source.name) || format.name,
    fileName: source.name,
    format: format.id,
    mediaType: format.mediaTypes[0] ?? 'application/octet-stream',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    read: () => bytes,
    size: bytes.length,
    placement: request.placement,
    scene,
    source: -1,
  };
  return drawingInUnit(drawing, request.target.unit);
}

/**
 * Reports an assumed unit, and a system that differs from the job's: only the unit of a background drawing is
 * converted. Feet become those of the system.
 */
export function settleScene(scene: FieldJob, request: ImportRequest, issues: IssueLog): void {
  const { target, options, placement } = request;
  const unit = footOf(scene.info, request);
  if (unit !== scene.info.unit) {
    issues.report(footIssue(dataBoxes(scene)?.whole ?? null, systemName(systemFor(scene.info, request))));
    scene.info.unit = unit;
  }
  const { info } = scene;
  // The assumed unit of features is reported when they are converted.
  if (info.unit === undefined && request.as === 'drawing')
    issues.report(issueOf('unit-assumed', { unit: target.unit ?? "the job's unit" }));
  const own = (options['crs'] === undefined ? undefined : parseCrs(String(options['crs']))) ?? info.crs;
  const isElsewhere = target.crs !== undefined && target.crs.kind !== 'local' && own.kind !== 'local';
  if (isElsewhere && !sameCrs(own, target.crs!) && (placement.kind === 'none' || placement.kind === 'scale'))
    issues.report(issueOf('drawing-in-other-crs', { own: crsText(own), target: crsText(target.crs!) }));
}
