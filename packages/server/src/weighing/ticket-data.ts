import { SERVICE_FIELDS } from '@fieldbridge/contract';
import { digestJson } from './json/digest.ts';
import type { JsonMember, JsonObject } from './json/node.ts';
import { sameJson } from './json/same.ts';
import type { ScannedJson } from './json/scan.ts';

/** A UUID: its letters may be of either case. */
const UUID_FIELD = 'locationId';

/** Whether two tickets have the same data, in any spelling. */
export function sameTicket(a: ScannedJson, b: ScannedJson): boolean {
  return sameJson({ ...a, root: plain(a.root as JsonObject) }, { ...b, root: plain(b.root as JsonObject) });
}

/** A digest of a ticket's data: equal exactly for tickets that `sameTicket` considers equal. */
export function ticketDigest(text: string, root: JsonObject): string {
  return digestJson(text, plain(root), SERVICE_FIELDS);
}

function plain(root: JsonObject): JsonObject {
  return { ...root, members: root.members.map(plainMember) };
}

function plainMember(one: JsonMember): JsonMember {
  const { name, value } = one;
  if (name !== UUID_FIELD || value.kind !== 'string') return one;
  return { ...one, value: { ...value, value: value.value.toLowerCase() } };
}
