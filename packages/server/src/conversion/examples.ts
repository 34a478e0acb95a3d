import { eventExamples } from '../events/examples.ts';
import { EXAMPLE_IDS, EXAMPLE_SECRET } from '../http/example-ids.ts';
import type { OperationExamples } from '../http/operation-examples.ts';
import answers from './example-answers.json' with { type: 'json' };

const POINTS = 'name,northing,easting,elevation,code\nA,5000,1000,12.3,KERB\nB,5000.4,1012.5,12.2,TREE\n';
const JOB = { parameters: { jobId: EXAMPLE_IDS.job } };
const FILE = { parameters: { ...JOB.parameters, fileId: EXAMPLE_IDS.file } };
const REPORTED = { parameters: { ...JOB.parameters, fileId: EXAMPLE_IDS.reportedFile } };
const SEGMENT = { ...JOB.parameters, segment: 'r1' };
const FILE_SEGMENT = { ...REPORTED.parameters, segment: 'r1' };
const COMPARED = { ...JOB.parameters, otherId: EXAMPLE_IDS.job };
const COMPARED_SEGMENT = { ...COMPARED, segment: 'r1-1' };
const EXTENT = '121000,487000,121900,487400';
const PLOT = { jobId: EXAMPLE_IDS.plotJob, segment: 'r1', n: 0 };
const UPLOAD = { parameters: { id: EXAMPLE_IDS.upload, 'Tus-Resumable': '1.0.0' } };

/** Example calls of the conversion interface. */
export const conversionExamples: OperationExamples = {
  answers,
  calls: {
    postToken: {
      body: { grant_type: 'client_credentials', client_id: EXAMPLE_IDS.client, client_secret: EXAMPLE_SECRET },
    },
    getFormats: { parameters: { for: 'export' } },
    getReferenceSystems: {
      parameters: { q: 'amersfoort', limit: 1, extent: '121000,487000,121900,487400', to: 'EPSG:25831' },
    },
    postJobMjf: { body: { name: 'Ring road north', unit: 'metre', crs: 'EPSG:28992' } },
    getJob: { parameters: { limit: 50 } },
    getJobByJobIdInfo: JOB,
    deleteJobByJobId: JOB,
    getJobByJobId: JOB,
    postJobUploadByFormat: { parameters: { format: 'csv', filename: 'points.csv' }, body: POINTS },
    putJobByJobIdByFormat: { parameters: { ...JOB.parameters, format: 'csv', filename: 'points.csv' }, body: POINTS },
    postJobByJobIdByFormat: { parameters: { ...JOB.parameters, format: 'csv', filename: 'points.csv' }, body: POINTS },
    putJobByJobIdFilteredByFileId: {
      ...REPORTED,
      body: {
        selection: [
          {
            group: 'codes',
            entries: [
              { name: 'KERB', kind: 'point', selected: true },
              { name: 'TREE', kind: 'point', selected: false },
            ],
          },
        ],
      },
    },
    getJobByJobIdFilesByFileIdReport: REPORTED,
    getJobByJobIdFilesByFileIdIssues: FILE,
    getJobByJobIdFilesByFileIdThumbnailSvg: REPORTED,
    postJobByJobIdFilesByFileIdCancel: FILE,
    getJobByJobIdStatus: { parameters: { ...JOB.parameters, wait: 5 } },
    getJobByJobIdAsByFormat: { parameters: { ...JOB.parameters, format: 'dxf' } },
    getJobByJobIdAsByFormatReport: { parameters: { ...JOB.parameters, format: 'dxf' } },
    getJobByJobIdCheck: JOB,
    postJobByJobIdShares: { ...JOB, body: { days: 14 } },
    getJobByJobIdShares: JOB,
    deleteJobByJobIdSharesByShareId: { parameters: { ...JOB.parameters, shareId: EXAMPLE_IDS.share } },
    getJobByJobIdView: JOB,
    getJobByJobIdViewBySegmentByLevelByN: { parameters: { ...SEGMENT, level: 0, n: 0 } },
    getJobByJobIdViewBySegmentFeaturesByTableByFirst: { parameters: { ...SEGMENT, table: 'points', first: 0 } },
    getJobByJobIdViewBySegmentEarth: { parameters: { ...SEGMENT, extent: EXTENT } },
    getJobByJobIdViewBySegmentFeatureByTableByRow: { parameters: { ...SEGMENT, table: 'points', row: 0 } },
    getJobByJobIdViewBySegmentImageByN: { parameters: PLOT },
    getJobByJobIdComparedByOtherIdView: { parameters: { ...COMPARED, otherRevision: 1 } },
    getJobByJobIdComparedByOtherIdViewBySegmentByLevelByN: { parameters: { ...COMPARED_SEGMENT, level: 0, n: 0 } },
    getJobByJobIdComparedByOtherIdViewBySegmentFeaturesByTableByFirst: {
      parameters: { ...COMPARED_SEGMENT, table: 'points', first: 0 },
    },
    getJobByJobIdComparedByOtherIdViewBySegmentFeatureByTableByRow: {
      parameters: { ...COMPARED_SEGMENT, table: 'points', row: 0 },
    },
    getJobByJobIdComparedByOtherIdViewBySegmentEarth: { parameters: { ...COMPARED_SEGMENT, extent: EXTENT } },
    getJobByJobIdComparedByOtherIdViewBySegmentDifferences: { parameters: COMPARED_SEGMENT },
    getJobByJobIdFilesByFileIdView: REPORTED,
    getJobByJobIdFilesByFileIdViewBySegmentFeaturesByTableByFirst: {
      parameters: { ...FILE_SEGMENT, table: 'points', first: 0 },
    },
    getJobByJobIdFilesByFileIdViewBySegmentEarth: { parameters: { ...FILE_SEGMENT, extent: EXTENT } },
    getJobByJobIdFilesByFileIdViewBySegmentByLevelByN: { parameters: { ...FILE_SEGMENT, level: 0, n: 0 } },
    getJobByJobIdFilesByFileIdViewBySegmentFeatureByTableByRow: {
      parameters: { ...FILE_SEGMENT, table: 'points', row: 0 },
    },
    getJobByJobIdFilesByFileIdViewBySegmentImageByN: { parameters: { ...PLOT, fileId: EXAMPLE_IDS.plotFile } },
    postConvert: { parameters: { to: 'dxf', from: 'csv', filename: 'points.csv' }, body: POINTS },
    optionsUploads: {},
    postUploads: { parameters: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5' } },
    patchUploadsById: { parameters: { ...UPLOAD.parameters, 'Upload-Offset': '0' }, body: 'A,1,2' },
    headUploadsById: UPLOAD,
    deleteUploadsById: UPLOAD,
    ...eventExamples,
  },
};
