import { type JsonNode, type JsonObject, member, raw } from './node.ts';
import type { ScannedJson } from './scan.ts';

/**
 * Applies a JSON merge patch (RFC 7396) to a text and returns the new text. Everything outside the patch keeps its
 * spelling and position; replaced members keep their position; new ones are appended.
 */
export function mergePatch(target: ScannedJson, patch: ScannedJson): string {
  return merge(target.text, target.root, patch.text, patch.root);
}

function merge(targetText: string, target: JsonNode | undefined, patchText: string, patch: JsonNode): string {
  if (patch.kind !== 'object') return raw(patchText, patch);
  if (target?.kind !== 'object') return `{${added(undefined, patchText, patch).join(',')}}`;
  const kept: string[] = [];
  for (const one of target.members) {
    const change = member(patch, one.name)?.value;
    if (!change) kept.push(targetText.slice(one.start, one.value.end));
    else if (change.kind !== 'null')
      kept.push(`${targetText.slice(one.start, one.value.start)}${merge(targetText, one.value, patchText, change)}`);
  }
  return `{${[...kept, ...added(target, patchText, patch)].join(',')}}`;
}

/** The patch's members that the target does not have; nulls are removed at every depth, as required by the RFC. */
function added(target: JsonObject | undefined, patchText: string, patch: JsonObject): string[] {
  const fresh: string[] = [];
  for (const one of patch.members) {
    if (one.value.kind === 'null' || (target && member(target, one.name))) continue;
    fresh.push(`${patchText.slice(one.start, one.value.start)}${merge('', undefined, patchText, one.value)}`);
  }
  return fresh;
}
