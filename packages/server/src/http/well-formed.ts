import type { FastifyInstance } from 'fastify';
import { type Detail, detailOf, type Fault } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/** Most texts of one body that are named. */
const FAULTS_SHOWN = 10;
/** What only an escape can bring into a body that is UTF-8: halves of surrogate pairs, and U+0000. */
const SUSPECT = /\\u(?:[dD][89a-fA-F]|0000)/;

/**
 * Refuses bodies with texts that the store cannot distinguish: halves of surrogate pairs, which UTF-8 cannot represent
 * (RFC 7493 §2.1 forbids them), all become the same character there, and text after U+0000 is not compared. Add it to
 * the scope before its routes; bodies that are not JSON are accepted.
 */
export function refuseUnstorableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.rawBody === undefined || !SUSPECT.test(request.rawBody)) return done();
    const errors = unstorableTexts(request.body);
    if (errors.length === 0) return done();
    const { pointer = '#', detail } = errors[0]!;
    done(
      new ProblemError(
        'validation-failed',
        detailOf('The body contains a text that cannot be stored: {pointer} – {detail}', { pointer, detail }),
        {
          errors,
        },
      ),
    );
  });
}

/** The positions of such texts in a JSON value, field names included; the first ten. */
export function unstorableTexts(value: unknown): Fault[] {
  const faults: Fault[] = [];
  const open: { readonly at: string; readonly value: unknown }[] = [{ at: '#', value }];
  while (open.length > 0 && faults.length < FAULTS_SHOWN) {
    const next = open.pop()!;
    if (typeof next.value === 'string') {
      const detail = faultOf(next.value);
      if (detail !== undefined) faults.push({ pointer: next.at, detail });
    } else if (typeof next.value === 'object' && next.value !== null) {
      const members = Object.entries(next.value);
      // A field with such a name is unknown anyway, and the message about it must be valid text itself.
      if (members.some(([name]) => faultOf(name) !== undefined))
        faults.push({ pointer: next.at, detail: detailOf('A field name contains half a surrogate pair, or U+0000.') });
      for (const [name, member] of members.reverse()) {
        const part = name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
        open.push({ at: `${next.at}/${part}`, value: member });
      }
    }
  }
  return faults;
}

function faultOf(text: string): Detail | undefined {
  if (!text.isWellFormed()) return detailOf('The text contains half a surrogate pair, which is not a character.');
  return text.includes('\0') ? detailOf('The text contains the character U+0000.') : undefined;
}
