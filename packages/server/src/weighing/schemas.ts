import {
  FINDING_RULES,
  type JsonSchema,
  MAX_BATCH,
  Type,
  ticketInputSchema,
  ticketPatchSchema,
  ticketSchema,
} from '@fieldbridge/contract';
import { compileValidator } from '../http/validation.ts';

const document = (schema: JsonSchema) => Type.Unsafe<unknown>(schema);

/** A returned ticket, for the reference. */
export const TicketAnswer = document(ticketSchema());
/** The result of POST /weighing: one ticket, or all of an atomic batch. */
export const CreatedAnswer = document({
  oneOf: [
    ticketSchema(),
    { type: 'object', properties: { items: { type: 'array', items: ticketSchema() } }, required: ['items'] },
  ],
});
export const TicketInput = document(ticketInputSchema());
export const TicketPatch = document(ticketPatchSchema());
export const TicketsInput = document({
  oneOf: [ticketInputSchema(), { type: 'array', minItems: 1, maxItems: MAX_BATCH, items: ticketInputSchema() }],
});
export const BatchAnswer = Type.Object({
  items: Type.Array(
    Type.Object({
      status: Type.Integer({ description: '201, or the status with which the ticket alone would have been refused.' }),
      ticket: Type.Optional(TicketAnswer),
      problem: Type.Optional(Type.Unknown({ description: 'Problem document of a refused ticket.' })),
    }),
  ),
});
export const FindingSchema = Type.Object({
  code: Type.String({ enum: FINDING_RULES.map(({ code }) => code) }),
  pointer: Type.String({ description: 'JSON pointer into the ticket.' }),
  text: Type.String(),
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'What the sentence `text` is made of.',
    }),
  ),
});
/** That somebody has looked at the findings of a ticket, and leaves it as it is. */
export const SettlementSchema = Type.Object({
  at: Type.String({ format: 'date-time' }),
  by: Type.String({ description: 'Client ID; `person:` and an id for a person.' }),
  person: Type.Union([Type.String(), Type.Null()], { description: 'Name of the person, at that time.' }),
  note: Type.String(),
});
export const Uuid = Type.Object({ uuid: Type.String({ format: 'uuid', description: 'Identifier of the ticket.' }) });

/**
 * Options of a route whose schema only documents the body and the answer: `validateTicket` checks bodies, and can check
 * more than a schema; answers are already texts.
 */
export const ownBodies = {
  validatorCompiler: (route: Parameters<typeof compileValidator>[0]) =>
    route.httpPart === 'body' ? () => true : compileValidator(route),
  serializerCompiler: () => (value: unknown) => JSON.stringify(value),
} as const;
