type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deepest accepted nesting of a patch. */
const DEPTH_MAX = 32;

/**
 * JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces. The target is not changed.
 * @throws RangeError if the patch is nested deeper than 32
 */
export function mergePatch(target: unknown, patch: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX) throw new RangeError(`The patch is nested deeper than ${DEPTH_MAX}`);
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value, depth + 1);
  }
  return result;
}
