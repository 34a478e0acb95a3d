import { type Static, type TSchema, Type } from '@fieldbridge/contract';
import { isoTime } from '../core/clock.ts';
import { etagOf } from '../http/etag.ts';
import type { Delivery } from './delivery-store.ts';
import type { Endpoint, EndpointFields } from './endpoint-store.ts';

const Types = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 20,
  description: 'Event types to send; `ticket.*` means all of a kind; empty or absent: every type.',
});
const Url = Type.String({ maxLength: 2000, description: 'Address that receives the webhooks, http or https.' });
const Description = Type.String({ maxLength: 256 });

export const EndpointInput = Type.Object(
  {
    url: Url,
    types: Type.Optional(Types),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, title: 'WebhookEndpointInput' },
);
/** Fields of an answer that a change need not have: accepted and ignored, so that a read value can be sent back. */
const Ignored = {
  id: Type.Optional(Type.Unknown({ description: 'Ignored' })),
  createdAt: Type.Optional(Type.Unknown({ description: 'Ignored' })),
  modifiedAt: Type.Optional(Type.Unknown({ description: 'Ignored' })),
};
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
export const EndpointPatch = Type.Object(
  {
    url: Type.Optional(Url),
    types: orNull(Types),
    description: orNull(Description),
    enabled: orNull(Type.Boolean()),
    ...Ignored,
  },
  { additionalProperties: false, title: 'WebhookEndpointPatch' },
);
export const EndpointAnswer = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    url: Url,
    types: Types,
    description: Description,
    enabled: Type.Boolean({ description: 'Turned off automatically if the receiver answers 410 Gone.' }),
    createdAt: Type.String({ format: 'date-time' }),
    modifiedAt: Type.String({ format: 'date-time' }),
    secret: Type.Optional(
      Type.String({ description: 'Signing secret `whsec_…`; shown when it is created, and never again.' }),
    ),
  },
  { title: 'WebhookEndpoint' },
);
export const DeliveryAnswer = Type.Object(
  {
    id: Type.Integer(),
    eventId: Type.String({ description: 'Sent as webhook-id; the same for every attempt.' }),
    type: Type.String(),
    state: Type.String({ enum: ['pending', 'delivered', 'failed'] }),
    attempts: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
    lastAttemptAt: Type.Optional(Type.String({ format: 'date-time' })),
    nextAttemptAt: Type.Optional(Type.String({ format: 'date-time' })),
    lastStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the last attempt.' })),
    lastError: Type.Optional(Type.String()),
    payload: Type.Unknown({ description: 'The body that is sent.' }),
  },
  { title: 'WebhookDelivery' },
);

/** Defaults of an endpoint's fields. */
const DEFAULTS = { types: [], description: '', enabled: true } as const;

/** The fields of a new endpoint. */
export function fieldsOf({ url, ...rest }: Static<typeof EndpointInput>): EndpointFields {
  return { url, ...DEFAULTS, ...rest };
}

/** The changes of a merge patch: null restores the default of a field. */
export function changesOf({ url, types, description, enabled }: Static<typeof EndpointPatch>): Partial<EndpointFields> {
  const changes = { url, types, description, enabled };
  const settled = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(settled.map(([name, value]) => [name, value ?? DEFAULTS[name as keyof typeof DEFAULTS]]));
}

/** The entity tag of an endpoint, which changes with each change and each rotation. */
export function endpointTag({ id, modifiedAt, secretGeneration, ...fields }: Endpoint): string {
  const { url, types, description, enabled } = fields;
  return etagOf(id, modifiedAt, secretGeneration, JSON.stringify([url, types, description, enabled]));
}

/** An endpoint in answers; the secret only if one is given. */
export function endpointAnswer(endpoint: Endpoint, secret?: string): Static<typeof EndpointAnswer> {
  const { id, url, types, description, enabled, createdAt, modifiedAt } = endpoint;
  return {
    id,
    url,
    types: [...types],
    description,
    enabled,
    createdAt: isoTime(createdAt),
    modifiedAt: isoTime(modifiedAt),
    ...(secret === undefined ? {} : { secret }),
  };
}

/** A delivery in answers, as JSON text; its payload is the text that is sent, number spelling included. */
export function deliveryText(delivery: Delivery): string {
  const { seq, eventId, type, state, attempts, createdAt, lastAt, nextAt, lastStatus, lastError, body } = delivery;
  const shown: Omit<Static<typeof DeliveryAnswer>, 'payload'> = {
    id: seq,
    eventId,
    type,
    state,
    attempts,
    createdAt: isoTime(createdAt),
    ...(lastAt === null ? {} : { lastAttemptAt: isoTime(lastAt) }),
    ...(state === 'pending' ? { nextAttemptAt: isoTime(nextAt) } : {}),
    ...(lastStatus === null ? {} : { lastStatus }),
    ...(lastError === null ? {} : { lastError }),
  };
  return `${JSON.stringify(shown).slice(0, -1)},"payload":${body}}`;
}
