/** The properties of a job that name the operation by which its coordinates changed system. */
const OPERATION_PROPERTIES = ['crsOperation', 'crsAccuracy', 'crsGrids', 'crsEpoch'] as const;

/** The operation of a job's coordinates, as properties of the job. */
export type OperationProperties = Partial<Record<(typeof OPERATION_PROPERTIES)[number], string>>;

/** The properties of a job but for those, which the report of the change states. */
export function ownProperties(properties: Readonly<Record<string, string>>): Record<string, string> {
  const names: readonly string[] = OPERATION_PROPERTIES;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

/** The operation of a job's coordinates as reports show it. */
export interface StoredOperation {
  readonly operation: string;
  readonly accuracy: string;
  /** Decimal year. */
  readonly epoch?: string;
  /** Grids with their digests. */
  readonly grids?: string;
}

/** The operation that a job's properties name; null if its coordinates never changed system. */
export function storedOperation(properties: Readonly<Record<string, string>>): StoredOperation | null {
  const { crsOperation, crsAccuracy = 'unknown', crsEpoch, crsGrids } = properties as OperationProperties;
  if (crsOperation === undefined) return null;
  return {
    ...{ operation: crsOperation, accuracy: crsAccuracy },
    ...(crsEpoch !== undefined && { epoch: crsEpoch }),
    ...(crsGrids !== undefined && { grids: crsGrids }),
  };
}

const THEN = '; then ';
/** Most changes that are remembered, the last ones. */
const MOST_CHANGES = 10;

/** The properties after a further change: what was done before it comes first, in the same order in each property. */
export function withOperation(
  before: Readonly<Record<string, string>>,
  change: OperationProperties,
): Record<string, string> {
  if (before['crsOperation'] === undefined) return { ...before, ...change };
  const after = ownProperties(before);
  const earlier = before as OperationProperties;
  for (const name of OPERATION_PROPERTIES) {
    if (earlier[name] === undefined && change[name] === undefined) continue;
    const steps = [...(earlier[name] ?? 'none').split(THEN), change[name] ?? 'none'];
    after[name] = steps.slice(-MOST_CHANGES).join(THEN);
  }
  return after;
}
