import type { Value, VariableRow } from '../file/header-variables.ts';
import { R2000 } from '../file/releases.ts';
import { type ObjectWriter, REFERENCE } from './object-writer.ts';

/** Values of variables that are settings, by their names. */
export type Settings = Readonly<Record<string, Value>>;

/** Writes the variables of a release, in order. */
export function writeVariables(rows: readonly VariableRow[], settings: Settings, to: ObjectWriter): void {
  for (const [codes, values, since = R2000, before = Infinity] of rows) {
    if (to.release < since || to.release >= before) continue;
    let at = 0;
    for (const part of codes.split(' ')) {
      const [, times = '', code = ''] = /^(\d*)(\w+)$/.exec(part)!;
      for (let i = Number(times || 1); i > 0; i--) writeVariable(code, resolved(values[at++]!, settings), to);
    }
  }
}

function resolved(value: Value, settings: Settings): Value {
  return typeof value === 'string' && value.startsWith('$') ? settings[value]! : value;
}

function writeVariable(code: string, value: Value, to: ObjectWriter): void {
  const { data } = to;
  const number = Number(value);
  switch (code) {
    case 'B':
      data.flag(number !== 0);
      break;
    case 'BS':
      data.bitShort(number);
      break;
    case 'BL':
      data.bitLong(number);
      break;
    case 'BLL':
      // The number of bytes, in three bits.
      data.pair(0);
      data.flag(false);
      break;
    case 'BD':
      data.bitDouble(number);
      break;
    case 'RD':
      data.double(number);
      break;
    case 'RC':
      data.byte(number);
      break;
    case 'T':
      to.text(String(value));
      break;
    case 'C':
      to.colour(number);
      break;
    case 'S':
      data.handle(0, number);
      break;
    default:
      to.refer(code === 'HO' ? REFERENCE.owner : REFERENCE.pointer, number);
  }
}
