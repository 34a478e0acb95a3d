import { Type } from 'typebox';

/** When a key or secret stops working, as sent. */
export const ExpiresAt = Type.Optional(
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When it stops working; null for never',
  }),
);
