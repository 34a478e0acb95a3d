import type { Field } from './field.ts';
import { TICKET_FIELDS } from './ticket.ts';

/** A JSON Schema (draft 2020-12, as in OpenAPI 3.1). */
export interface JsonSchema {
  [keyword: string]: unknown;
}

const WORD: Record<Field['type'], JsonSchema> = {
  string: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  datetime: { type: 'string', format: 'date-time' },
  countryCode: { type: 'string', pattern: '^([A-Za-z]{2})?$' },
  object: { type: 'object' },
};

function fieldSchema(field: Field): JsonSchema {
  const schema: JsonSchema = { ...WORD[field.type], description: field.doc };
  if (field.minLength) schema['minLength'] = field.minLength;
  // The format of a date or country code fixes its length, so maxLength would be redundant.
  if (field.maxLength && field.type === 'string') schema['maxLength'] = field.maxLength;
  if (field.fields) Object.assign(schema, objectSchema(field.fields));
  // Optional fields may be null (contract.md, "null and empty optionals are accepted and echoed").
  if (!field.required) schema['type'] = [schema['type'], 'null'];
  return schema;
}

function objectSchema(fields: readonly Field[]): JsonSchema {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

const SERVICE_PROPERTIES: JsonSchema = {
  uuid: { type: 'string', format: 'uuid', description: 'Identifier of the ticket in the service.' },
  createdAt: { type: 'string', format: 'date-time', description: 'Creation time, UTC.' },
  modifiedAt: { type: 'string', format: 'date-time', description: 'Time of the last modification, UTC.' },
};

/** The ticket as a caller sends it. The service's own three fields are accepted and ignored. */
export function ticketInputSchema(): JsonSchema {
  const schema = objectSchema(TICKET_FIELDS);
  return {
    title: 'WeighingTicketInput',
    ...schema,
    properties: { ...(schema['properties'] as JsonSchema), uuid: {}, createdAt: {}, modifiedAt: {} },
  };
}

/** The ticket as the service returns it: the ticket as sent, then uuid, createdAt and modifiedAt. */
export function ticketSchema(): JsonSchema {
  const schema = objectSchema(TICKET_FIELDS);
  return {
    title: 'WeighingTicket',
    ...schema,
    properties: { ...(schema['properties'] as JsonSchema), ...SERVICE_PROPERTIES },
    required: [...(schema['required'] as string[]), 'uuid', 'createdAt', 'modifiedAt'],
  };
}

/** A merge patch of a ticket (RFC 7396): any part of it, null removes a field. The result must be a valid ticket. */
export function ticketPatchSchema(): JsonSchema {
  return {
    title: 'WeighingTicketPatch',
    type: 'object',
    description: 'Any part of a ticket; null removes a field. The result must be a valid ticket.',
    properties: Object.fromEntries(
      TICKET_FIELDS.map((field) => [field.name, { type: [WORD[field.type]['type'], 'null'], description: field.doc }]),
    ),
  };
}
