import { type Static, Type } from 'typebox';

const MOST_DAYS = 366;

/** Body of POST /job/{jobId}/shares. */
export const NewShare = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_DAYS, description: 'Days until it expires; 30 by default' }),
    ),
    downloads: Type.Optional(
      Type.Boolean({ description: 'Whether the job can be downloaded with it; false by default' }),
    ),
  },
  { additionalProperties: false, title: 'NewShare' },
);

const SHARE = {
  shareId: Type.String({ format: 'uuid' }),
  createdBy: Type.String({ description: 'Name of the person, or client id' }),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  downloads: Type.Boolean(),
};

/** A link that shows one job. */
export const JobShare = Type.Object(SHARE, { title: 'JobShare' });
export type JobShare = Static<typeof JobShare>;

/** A new link: only this answer has its address. */
export const NewShareMade = Type.Object(
  { ...SHARE, url: Type.String({ description: 'Everybody who has it can see the job' }) },
  { title: 'NewShareMade' },
);
