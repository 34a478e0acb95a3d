/** What a control code does to the line of the code before it. */
export const CONTROL_ACTIONS = [
  /** Begins a line; an open one of the same name ends first. */
  'start',
  /** This point is the last. */
  'end',
  /** This point is the last, and the line returns to its first. */
  'close',
  /**
   * An arc begins here and runs through the points up to `arcEnd`; without a point between, it leaves the preceding
   * line tangentially.
   */
  'arcStart',
  'arcEnd',
  /** This point is the middle of an arc from the previous to the next point. */
  'arc',
  /** A smooth curve through the points from here to `curveEnd`. */
  'curveStart',
  'curveEnd',
  /** A parallel line: distance (positive to the right) and, if given, a height difference. */
  'offset',
  /** A rectangle: over the last two points with a width (positive to the right), or over three points. */
  'rectangle',
  /** A straight line from here to the named point. */
  'join',
  /** This point has the code but is not part of the line. */
  'ignore',
] as const;
export type ControlAction = (typeof CONTROL_ACTIONS)[number];

/** The control codes of a crew or a program: words in capitals and what each does. */
export interface LineworkTable {
  readonly controls: Readonly<Record<string, ControlAction>>;
  /** Codes that draw a line from their first point on, without a start; in capitals. */
  readonly lineCodes: ReadonlySet<string>;
}

/** The control codes most survey programs share. */
const USUAL: Readonly<Record<ControlAction, string>> = {
  start: 'B BEG BEGIN ST START',
  end: 'E END EN STOP',
  close: 'CL CLS CLOSE',
  arcStart: 'BC PC BARC',
  arcEnd: 'EC PT EARC',
  arc: 'ARC A',
  curveStart: 'BSC SC CURVE CRV',
  curveEnd: 'ESC EOC ECRV',
  offset: 'OFF OFFSET OS',
  rectangle: 'RECT RECTANGLE RT',
  join: 'JPT JOIN J',
  ignore: 'IG IGNORE NL',
};

function tableOf(words: Readonly<Partial<Record<ControlAction, string>>>, lineCodes: Iterable<string>): LineworkTable {
  const controls: Record<string, ControlAction> = Object.create(null);
  for (const action of CONTROL_ACTIONS) {
    for (const word of (words[action] ?? '').split(/[ ,|]+/)) if (word !== '') controls[word.toUpperCase()] = action;
  }
  return { controls, lineCodes: new Set(Array.from(lineCodes, (code) => code.toUpperCase())) };
}

/** The default table. */
export const USUAL_LINEWORK: LineworkTable = tableOf(USUAL, []);

/**
 * Reads a table as an option spells it: `start=B,BEG; end=E; close=CLS; lines=KERB,FENCE`. Actions that are not named
 * keep their usual words; an action with nothing after the equals sign has no words.
 * @returns the table, or the part that could not be understood
 */
export function parseLineworkTable(text: string): LineworkTable | { unknown: string } {
  const words: Record<string, string> = { ...USUAL };
  let lines: string[] = [];
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const match = /^\s*([A-Za-z]+)\s*=\s*([^=]*)$/.exec(part);
    const key = match && ['lines', ...CONTROL_ACTIONS].find((name) => name.toLowerCase() === match[1]!.toLowerCase());
    if (!match || !key) return { unknown: part.trim() };
    if (key === 'lines') lines = match[2]!.split(/[ ,|]+/).filter((code) => code !== '');
    else words[key] = match[2]!.trim();
  }
  return tableOf(words, lines);
}
