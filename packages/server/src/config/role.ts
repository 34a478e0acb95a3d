/** The tasks of a server: answer requests, run imports and deliveries, or both. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];
