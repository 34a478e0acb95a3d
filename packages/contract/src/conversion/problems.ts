import type { ProblemRows } from '../problem-row.ts';

/** Problem codes that only the conversion interface uses. */
export const conversionProblems = {
  'digest-mismatch': {
    status: 400,
    title: 'The digest does not fit the bytes',
    doc: 'Content-Digest (RFC 9530) names a SHA-256 that differs from that of the bytes that arrived: those of a raw body, of a whole form as it was sent, or of the resumable upload that `?upload=` names. Nothing was kept; send the file again.',
  },
  'upload-incomplete': {
    status: 400,
    title: 'The upload ended too early',
    doc: 'The connection closed before the whole body had arrived. Nothing was kept; send the file again, or use a resumable upload.',
  },
  'upload-unknown': {
    status: 404,
    title: 'There is no such upload',
    doc: 'The id in `?upload=` is not that of an upload of yours, or the upload has been used or has expired.',
  },
  'upload-unfinished': {
    status: 409,
    title: 'The upload is not finished',
    doc: 'A resumable upload can be used when its last byte has arrived. Send the rest first.',
  },
  'upload-offset': {
    status: 409,
    title: 'The upload does not stand there',
    doc: 'Upload-Offset differs from the number of bytes that have arrived. Ask for it with HEAD and go on from there.',
  },
  'tus-version': {
    status: 412,
    title: 'The version of tus is missing or not spoken here',
    doc: 'Resumable uploads speak tus 1.0.0 and need the header `Tus-Resumable: 1.0.0` on every request; the header Tus-Version lists what is spoken.',
  },
  'already-imported': {
    status: 409,
    title: 'The file was imported already',
    doc: 'A second filtered import of the same file would bring everything in twice. Say `?again=true` when that is wanted.',
  },
  'import-running': {
    status: 409,
    title: 'The file is being imported',
    doc: 'An import of this file waits or runs. Wait for it, or cancel it.',
  },
  'not-running': {
    status: 409,
    title: 'Nothing of the file runs',
    doc: 'There is no import of this file that could be cancelled: it is done already.',
  },
  'import-failed': {
    status: 422,
    title: 'The import failed',
    doc: 'The file that should have made the job could not be imported, so there is nothing to deliver. `reason` and `detail` say why; the status of the job lists it, too.',
  },
  'format-unknown': {
    status: 415,
    title: 'The format is not known',
    doc: 'No format has that id or extension, or none recognises the content. `formats` lists what can be read; GET /formats says more.',
  },
  'file-unreadable': {
    status: 422,
    title: 'The file cannot be read',
    doc: 'The format was recognised, but nothing of the file can be read. `reason` is the code of what was found, `detail` says where.',
  },
  'limit-exceeded': {
    status: 422,
    title: 'The file passes a limit',
    doc: 'The file is too deep, too large or too slow to convert. `detail` names the limit and its value; an operator can raise it.',
  },
  'conversion-failed': {
    status: 422,
    title: 'The conversion failed',
    doc: 'The converter stopped at this file and did so again on a second try. The job keeps its last good revision. `reason` is the code of what was found.',
  },
  'export-failed': {
    status: 422,
    title: 'The job cannot be written in this format',
    doc: 'The format cannot hold what is in the job. `reason` is the code of what was found, `detail` says what.',
  },
  'selection-unknown': {
    status: 422,
    title: 'The filter names what the report did not list',
    doc: 'A filter is the content report of the same file with `selected` changed. `errors` names each entry that the report of this file did not list.',
  },
  'report-missing': {
    status: 409,
    title: 'The file has no content report',
    doc: 'A filtered import needs a file that was uploaded for feature selection (POST /job/{jobId}/{format}) and whose report is ready.',
  },
  'queue-full': {
    status: 503,
    title: 'Too many imports wait',
    doc: 'The queue of imports is full. Nothing of the body was read; send it again after the seconds in Retry-After.',
  },
  'quota-exceeded': {
    status: 422,
    title: 'A quota of the organisation is used up',
    doc: 'The number of jobs or the bytes kept for the organisation have reached what the operator allows. Delete jobs that are no longer needed, or ask for more.',
  },
  'imports-waiting': {
    status: 503,
    title: 'Imports of the job are still running',
    doc: 'The job can be downloaded when its imports are done. Ask again after the seconds in Retry-After, or wait longer with `?wait=`.',
  },
} as const satisfies ProblemRows;
