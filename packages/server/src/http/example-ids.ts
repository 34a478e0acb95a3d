/** Ids that stand for a caller's own begin with it. */
export const EXAMPLE_PREFIX = '00000000-0000-7000-8000-';

/**
 * Ids in the examples of the OpenAPI documents, in place of a caller's own. They are the same in all documents, and
 * recognisable.
 */
export const EXAMPLE_IDS = {
  client: '00000000-0000-7000-8000-000000000001',
  division: '00000000-0000-7000-8000-000000000002',
  project: '00000000-0000-7000-8000-000000000003',
  location: '00000000-0000-7000-8000-000000000004',
  ticket: '00000000-0000-7000-8000-000000000005',
  endpoint: '00000000-0000-7000-8000-000000000006',
  job: '00000000-0000-7000-8000-000000000007',
  file: '00000000-0000-7000-8000-000000000008',
  reportedFile: '00000000-0000-7000-8000-000000000009',
  upload: '00000000-0000-7000-8000-000000000010',
  organisation: '00000000-0000-7000-8000-000000000011',
  operator: '00000000-0000-7000-8000-000000000012',
  request: '00000000-0000-7000-8000-000000000013',
  message: '00000000-0000-7000-8000-000000000014',
  secret: '00000000-0000-7000-8000-000000000015',
  plotJob: '00000000-0000-7000-8000-000000000016',
  plotFile: '00000000-0000-7000-8000-000000000017',
  share: '00000000-0000-7000-8000-000000000018',
} as const;

/** In place of a client's secret. */
export const EXAMPLE_SECRET = 'fbcs_your-client-secret';
/** In place of an operator's key. */
export const EXAMPLE_KEY = 'fbop_your-key';
/** In place of the token in the address of a collection. */
export const EXAMPLE_COLLECTION = 'token-of-the-letter';
/** In place of the number of a delivery. */
export const EXAMPLE_DELIVERY = 1001;
