export * from './company.ts';
export * from './person.ts';
export * from './roles.ts';
export * from './session.ts';
