import { randomFillSync } from 'node:crypto';

const POOL_IDS = 256;
const RANDOM_BYTES = 10;
const pool = Buffer.alloc(POOL_IDS * RANDOM_BYTES);
let used = POOL_IDS;
let lastTime = 0;
let sequence = 0;
let prefix = '';
let prefixTime = -1;
const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/**
 * A UUID version 7 (RFC 9562 §5.7): sorts by creation time. Within one millisecond, and when the clock steps back, the
 * 12 bits after the time count up (method 1 of §6.2), so that ids of one process never go backwards.
 * @param now milliseconds since 1970
 */
export function uuidv7(now = Date.now()): string {
  if (used === POOL_IDS) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used++ * RANDOM_BYTES;
  if (now > lastTime) {
    lastTime = now;
    // Half of the counter's range is left for counting up.
    sequence = ((pool[at]! << 8) | pool[at + 1]!) & 0x7ff;
  } else if (++sequence > 0xfff) {
    lastTime++;
    sequence = 0;
  }
  if (prefixTime !== lastTime) {
    const time = lastTime.toString(16).padStart(12, '0');
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-`;
    prefixTime = lastTime;
  }
  const h = (i: number) => HEX[pool[at + i]!]!;
  const counter = (0x7000 | sequence).toString(16);
  const variant = HEX[(pool[at + 2]! & 0x3f) | 0x80]!;
  return `${prefix}${counter}-${variant}${h(3)}-${h(4)}${h(5)}${h(6)}${h(7)}${h(8)}${h(9)}`;
}

/** When a UUID version 7 was created, in milliseconds since 1970. */
export function timeOfUuidv7(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
