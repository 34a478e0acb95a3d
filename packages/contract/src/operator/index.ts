export * from './access-request.ts';
export * from './credential.ts';
export * from './erasure.ts';
export * from './line.ts';
export * from './operator.ts';
export * from './organisation.ts';
export * from './roles.ts';
export * from './system.ts';
