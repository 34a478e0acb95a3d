export { COUNTRIES } from './countries.ts';
export { type Field, type FieldType, type LeafField, leafFields } from './field.ts';
export * from './findings.ts';
export { type JsonSchema, ticketInputSchema, ticketPatchSchema, ticketSchema } from './schema.ts';
export { MAX_BATCH, MAX_TICKET_CHARACTERS, SERVICE_FIELDS, TICKET_FIELDS } from './ticket.ts';
export { type MassUnit, massUnit } from './units.ts';
