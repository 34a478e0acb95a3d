import { type Static, Type } from 'typebox';
import { line } from './line.ts';

const text = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const Name = line(200, 'Unique, ignoring case');

const Ignored = Type.Optional(
  Type.Unknown({ description: 'Accepted and ignored, so that a read value can be sent back' }),
);
/** Fields that the desk writes itself: a change may contain them unchanged. */
const ignored = { id: Ignored, createdAt: Ignored, modifiedAt: Ignored };

/** The editable fields of an organisation. */
export const OrganisationInput = Type.Object(
  { name: Name, contact: text(500), note: text(4000) },
  { additionalProperties: false },
);
export type OrganisationInput = Static<typeof OrganisationInput>;
export const OrganisationPatch = Type.Object(
  {
    name: Type.Optional(Name),
    contact: text(500),
    note: text(4000),
    ...ignored,
  },
  { additionalProperties: false },
);

/** A client organisation of the desk. */
export const OrganisationView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    contact: Type.Union([Type.String(), Type.Null()]),
    note: Type.Union([Type.String(), Type.Null()]),
    createdAt: Type.String(),
    modifiedAt: Type.String(),
  },
  { title: 'Organisation' },
);

const Quota = Type.Object({
  limit: Type.Integer({ description: 'In force; 0 means no limit' }),
  own: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Set at the desk; null if the setting of the server applies',
  }),
});
/** The quotas of an organisation. */
export const QuotasView = Type.Object({ jobs: Quota, bytes: Quota, requestsPerMinute: Quota }, { title: 'Quotas' });
export type QuotasView = Static<typeof QuotasView>;

/** What an organisation stores in the conversion interface. */
export const UsageView = Type.Object(
  {
    jobs: Type.Integer(),
    bytes: Type.Integer({ description: 'Of files and jobs; exports are removed to make room for them' }),
  },
  { title: 'Usage' },
);
export type UsageView = Static<typeof UsageView>;

const OwnQuota = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
);
export const QuotasPatch = Type.Object(
  { jobs: OwnQuota, bytes: OwnQuota, requestsPerMinute: OwnQuota },
  { additionalProperties: false },
);
export type QuotasPatch = Static<typeof QuotasPatch>;

export const DivisionInput = Type.Object(
  {
    environment: Type.Enum(['sandbox', 'production']),
    name: line(200),
    abbreviation: line(20, 'Unique within organisation and environment'),
  },
  { additionalProperties: false },
);
export const DivisionPatch = Type.Object(
  {
    environment: DivisionInput.properties.environment,
    name: Type.Optional(DivisionInput.properties.name),
    abbreviation: Type.Optional(DivisionInput.properties.abbreviation),
    ...ignored,
  },
  { additionalProperties: false },
);

export const WeighBridgeInput = Type.Object(
  {
    environment: Type.Enum(['sandbox', 'production']),
    name: line(200),
    timeZone: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'IANA time zone, for instance Europe/Amsterdam',
    }),
  },
  { additionalProperties: false },
);
export const WeighBridgePatch = Type.Object(
  {
    environment: WeighBridgeInput.properties.environment,
    name: Type.Optional(WeighBridgeInput.properties.name),
    timeZone: Type.Optional(WeighBridgeInput.properties.timeZone),
    ...ignored,
  },
  { additionalProperties: false },
);
/** A weigh bridge; its id is the locationId of tickets. */
export const WeighBridgeView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    timeZone: Type.String(),
    createdAt: Type.String(),
    modifiedAt: Type.String(),
  },
  { title: 'WeighBridge' },
);
