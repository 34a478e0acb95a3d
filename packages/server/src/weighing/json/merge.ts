import { type JsonNode, type JsonObject, member, raw } from './node.ts';
import type { ScannedJson } from './scan.ts';

/**
 * Applies a JSON merge patch (RFC 7396) to a text and answers the new text. Whatever the patch does not touch keeps its
 * spelling and its place; what it replaces keeps its place; what is new comes at the end.
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

/** The patch's members that the target does not have; nulls are taken out at every depth, as the RFC says. */
function added(target: JsonObject | undefined, patchText: string, patch: JsonObject): string[] {
  const fresh: string[] = [];
  for (const one of patch.members) {
    if (one.value.kind === 'null' || (target && member(target, one.name))) continue;
    fresh.push(`${patchText.slice(one.start, one.value.start)}${merge('', undefined, patchText, one.value)}`);
  }
  return fresh;
}
