import type { Fault } from './fault.ts';

/** Why a file cannot be read as somebody wants it read: a wrong column, date format or time zone. */
export class MapFault extends Error {
  override readonly name = 'MapFault';
  readonly fault: Fault | undefined;

  constructor(fault: Fault | string) {
    super(typeof fault === 'string' ? fault : fault.text);
    this.fault = typeof fault === 'string' ? undefined : fault;
  }
}
