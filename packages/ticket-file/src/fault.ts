import { fillTemplate } from '@fieldbridge/formats/core/issues/template.ts';

/** Why a row or a whole file cannot be read as it is to be. In braces: the parameters. */
const SENTENCES = {
  'not-a-number': '{cell} is not a number',
  'not-of-form': '{cell} does not have the form {format}',
  'no-such-time': '{cell} is not a date and time that exists',
  'time-twice': '{cell} occurs twice in {zone}, because the clocks change then; state its offset from UTC',
  'time-skipped': '{cell} does not exist in {zone}, because the clocks change then; state its offset from UTC',
  'more-cells': 'the row has {cells} cells, the heading {heading}: is there a delimiter in an unquoted cell?',
  'after-quote': 'there is text after the closing quote of cell {cell}; is a quote in it not doubled?',
  'zone-unknown': '"{zone}" is not a known time zone; write it as in Europe/Amsterdam',
  'format-part': 'the date format has "{part}", which is not one of {parts}',
  'format-lacks': 'the date format "{format}" has no {part}',
  'format-twice': 'the date format "{format}" has two parts for the {part}',
  'format-offset':
    'the date format "{format}" states no offset from UTC; add a time zone (--time-zone Europe/Amsterdam)',
  'column-twice': 'there are two columns "{column}"; give one of them another name',
  'column-missing': 'there is no column "{column}"; the columns are {columns}',
} as const;
export type FaultCode = keyof typeof SENTENCES;

/** A fault for programs, which say it in other languages, and its English sentence. */
export interface Fault {
  readonly code: FaultCode;
  readonly parameters: Readonly<Record<string, string>>;
  readonly text: string;
}

export function faultOf(code: FaultCode, parameters: Readonly<Record<string, string>>): Fault {
  return { code, parameters, text: fillTemplate(SENTENCES[code], parameters) };
}

/** A cell that is not what its field holds. */
export class CellFault extends RangeError {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.text);
    this.fault = fault;
  }
}
