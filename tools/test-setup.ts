import fc from 'fast-check';

/**
 * Property-based tests draw the same cases on every machine, so that a failure can be repeated; FC_SEED=<number> draws others.
 * Loaded before every test file by the test line.
 */
const DEFAULT_SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? DEFAULT_SEED) });
