import { plainText } from '../../kit/cad/text-codes.ts';
import type { Entity } from './entity.ts';
import { text } from './fields.ts';

/**
 * Fields of extended data; `application` begins the data of one application. Source: DXF reference, "Extended data".
 */
export const EXTENDED = { text: text(1000), application: text(1001), layer: text(1003), handle: text(1005) };
const TEXTS: readonly number[] = [EXTENDED.text.code, EXTENDED.layer.code, EXTENDED.handle.code];
const FIRST_POSITION = 1010;
const LAST_POSITION = 1013;
/** Entries of CAD systems themselves: style overrides, versions. */
const OF_THE_SYSTEM = /^(ACAD|ACAD_.*|AcDb.*|AcAec.*)$/i;
/** Separator between the values of one application. */
const BETWEEN = '; ';

/**
 * Extended data of the current entity: application, values, application, values, … Positions are three numbers
 * separated by blanks.
 */
export function extendedData(entity: Entity): string[] {
  const pairs: string[] = [];
  let values: string[] = [];
  const close = (): void => {
    if (pairs.length % 2 === 1) pairs.push(values.join(BETWEEN));
    values = [];
  };
  let isTaken = false;
  for (let i = entity.find(EXTENDED.application); i < entity.to; i++) {
    const code = entity.codeAt(i);
    if (code === EXTENDED.application.code) {
      close();
      const name = entity.textAt(i).trim();
      isTaken = name !== '' && !OF_THE_SYSTEM.test(name);
      if (isTaken) pairs.push(name);
    } else if (!isTaken) continue;
    else if (TEXTS.includes(code)) values.push(plainText(entity.textAt(i)));
    else if (code >= FIRST_POSITION && code <= LAST_POSITION)
      values.push(
        [code, code + 10, code + 20]
          .map((part, k) => (entity.codeAt(i + k) === part ? entity.valueAt(i + k) : 0))
          .join(' '),
      );
    else if (code >= 1040 && code <= 1071) values.push(String(entity.valueAt(i)));
  }
  close();
  return pairs;
}
