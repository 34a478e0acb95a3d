import type { ProblemRows } from '../problem-row.ts';

/** Problem codes that only the conversion interface uses. */
export const conversionProblems = {
  'share-over': {
    status: 410,
    title: 'The link to the job is over',
    doc: 'The link has expired, its owner revoked it, or the job was deleted. Ask the sender for a new one.',
  },
  'digest-mismatch': {
    status: 400,
    title: 'The digest does not match the bytes',
    doc: 'Content-Digest (RFC 9530) names a SHA-256 that differs from that of the bytes received: those of a raw body, of a whole form as it was sent, or of the resumable upload that `?upload=` names. Nothing was stored; send the file again.',
  },
  'upload-incomplete': {
    status: 400,
    title: 'The upload ended too early',
    doc: 'The connection closed before the whole body had arrived. Nothing was stored; send the file again, or use a resumable upload.',
  },
  'upload-unknown': {
    status: 404,
    title: 'There is no such upload',
    doc: 'The id in `?upload=` is not one of your uploads, or the upload was already used or has expired.',
  },
  'upload-unfinished': {
    status: 409,
    title: 'The upload is not finished',
    doc: 'A resumable upload can be used once its last byte has arrived. Send the rest first.',
  },
  'upload-offset': {
    status: 409,
    title: 'The upload offset does not match',
    doc: 'Upload-Offset differs from the number of bytes received so far. Get that number with HEAD and continue from there.',
  },
  'tus-version': {
    status: 412,
    title: 'The tus version is missing or not supported',
    doc: 'Resumable uploads use tus 1.0.0 and need the header `Tus-Resumable: 1.0.0` on every request; the header Tus-Version lists the supported versions.',
  },
  'already-imported': {
    status: 409,
    title: 'The file was already imported',
    doc: 'A second filtered import of the same file would add everything again. If you want that, add `?again=true`.',
  },
  'import-running': {
    status: 409,
    title: 'The file is being imported',
    doc: 'An import of this file is waiting or running. Wait for it, or cancel it.',
  },
  'not-running': {
    status: 409,
    title: 'The file has no running import',
    doc: 'There is no import of this file to cancel: it has already finished.',
  },
  'import-failed': {
    status: 422,
    title: 'The import failed',
    doc: 'The file for the job could not be imported, so there is nothing to deliver. See `reason` and `detail` for the cause; the status of the job lists the error, too. If the file was read, `issues` lists everything reported about it.',
  },
  'format-unknown': {
    status: 415,
    title: 'The format is unknown',
    doc: 'No format has that id or extension, or none recognises the content. `formats` lists the readable formats; GET /formats describes them.',
  },
  'file-unreadable': {
    status: 422,
    title: 'The file cannot be read',
    doc: 'The format was recognised, but nothing in the file can be read. `reason` is the code of the error, `detail` states where it is. If it was read but nothing was imported, `issues` lists everything reported about it, as reports do (with POST /convert; for a file of a job, use GET /job/{jobId}/files/{fileId}/issues).',
  },
  'limit-exceeded': {
    status: 422,
    title: 'The file exceeds a limit',
    doc: 'The file is nested too deeply, too large or too slow to convert. `detail` names the limit and its value; an operator can raise it.',
  },
  'conversion-failed': {
    status: 422,
    title: 'The conversion failed',
    doc: 'The converter stopped on this file, and again on a second try. The job keeps its last good revision. `reason` is the code of the error.',
  },
  'export-failed': {
    status: 422,
    title: 'The job cannot be written in this format',
    doc: 'The format cannot hold the contents of the job. `reason` is the code of the error, `detail` describes it. With POST /convert, `issues` lists everything reported while the file was read.',
  },
  'selection-unknown': {
    status: 422,
    title: 'The filter names entries that the report does not list',
    doc: 'A filter is the content report of the same file with changed values of `selected`. `errors` names each entry that is not in the report of this file.',
  },
  'report-missing': {
    status: 409,
    title: 'The file has no content report',
    doc: 'A filtered import needs a file that was uploaded for feature selection (POST /job/{jobId}/{format}) and whose report is ready.',
  },
  'queue-full': {
    status: 503,
    title: 'Too many imports are waiting',
    doc: 'The import queue is full. The body was not read; send it again after the seconds in Retry-After.',
  },
  'quota-exceeded': {
    status: 422,
    title: 'A quota of the organisation is used up',
    doc: "The number of jobs or the bytes stored for the organisation have reached the operator's quota, which may be set for this organisation specifically. Delete jobs that are no longer needed, or ask for more.",
  },
  'imports-waiting': {
    status: 503,
    title: 'Imports of the job are still running',
    doc: 'The job can be downloaded once its imports have finished. Ask again after the seconds in Retry-After, or wait longer with `?wait=`.',
  },
} as const satisfies ProblemRows;
