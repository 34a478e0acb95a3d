/** The properties of a job that name the operation by which its coordinates changed system. */
const OPERATION_PROPERTIES = ['crsOperation', 'crsAccuracy', 'crsGrids', 'crsEpoch'] as const;

/** The operation of a job's coordinates, as properties of the job. */
export type OperationProperties = Partial<Record<(typeof OPERATION_PROPERTIES)[number], string>>;

/** The properties of a job but for those, which the report of the change states. */
export function ownProperties(properties: Readonly<Record<string, string>>): Record<string, string> {
  const names: readonly string[] = OPERATION_PROPERTIES;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
