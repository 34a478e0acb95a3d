/** The form of the lines of a maker's field book. */
export interface Maker {
  /** Its name in messages, as in "a field book (Nikon RAW)". */
  readonly name: string;
  /** Matches the lines of the book, including comments. */
  readonly record: RegExp;
  /** Matches records that occur only in this book; at least one is required. */
  readonly proof: RegExp;
  /** First lines that state the format; they distinguish formats with the same records. */
  readonly headers?: readonly (readonly [name: string, line: RegExp])[];
}

/** A number, or nothing. */
const N = '[-+]?\\d*\\.?\\d*';
/** Nikon's records, which other makers also write. */
const nikon = {
  // A coordinate is followed by an empty field; a measurement ends with the time of day.
  record: new RegExp(
    `^(CO,|(UP|MP|CC|RE),[^,]*,[^,]*,${N},${N},${N}(,|$)|ST(,[^,]*){4},${N}(,${N}){0,2}(,|$)|(SS|F1|F2|CP|SO)(,[^,]*){5,7},?\\s*\\d\\d?:\\d\\d)`,
  ),
  proof: new RegExp(
    `^((UP|MP|CC|RE),[^,]*,,${N},${N},${N}(,|$)|ST,[^,]*,[^,]*,[^,]*,,${N},${N},${N}(,|$)|(SS|F1|F2|CP|SO)(,[^,]*){5,7},?\\s*\\d\\d?:\\d\\d)`,
  ),
};
/**
 * Records of two digits and two letters with fixed columns: 16 characters, or (SDR2x) 4 for names and 10 for numbers.
 */
const fixedWidth = {
  record: /^[0-9A-F]{2}[A-Z][A-Z0-9][^,;\t|]{2}/,
  // A name is right-justified and a number left-justified, so that there is no blank between them.
  proof:
    /^(?:(?:02|08|69|68|66)[A-Z][A-Z0-9](?:.{15}\S-?\d[\d.]* +(?<=^.{36})-?\d|\d{4}-?\d[\d.]* +(?<=^.{18})-?\d)|(?:07|09|11|79)[A-Z][A-Z0-9](?:.{31}\S-?\d+\.\d|\d{8}-?\d+\.\d))/,
};
const zeiss = /^ ?For.(?:M5|R4|R5) ?\| ?Adr/;

/**
 * The supported books, the more specific ones first, from the makers' manuals and public descriptions of the formats.
 * GSI is not among them: it is a separate format, because its coordinates can be read.
 */
export const MAKERS: readonly Maker[] = [
  {
    name: 'Nikon or Ruide RAW',
    ...nikon,
    headers: [
      ['Nikon RAW', /^CO,\s*Nikon/i],
      ['Ruide RAW', /^CO,\s*Ruide/i],
    ],
  },
  {
    name: 'TDS or Carlson RW5',
    headers: [['TDS or Carlson RW5', /^JB,NM/]],
    record:
      /^(--|JB,NM|MO,AD|SP,PN|OC,OP|BK,OP|LS,H[IR]|(SS|TR|FD|FR|BD|BR|BS|FS|SK|SL|OB|RB|RF),OP|GPS,PN|G[0-9S],|[A-Z]{2,3},[A-Z]{2}\S)/,
    proof: /^(JB,NM|MO,AD\d|SP,PN[^,]*,N |OC,OP[^,]*,N |BK,OP[^,]*,BP|LS,H[IR]|[A-Z]{2},OP[^,]*,FP|GPS,PN[^,]*,LA)/,
  },
  {
    name: 'Sokkia SDR or Trimble DC',
    ...fixedWidth,
    headers: [
      ['Sokkia SDR', /^00[A-Z]{2}SDR/],
      ['Trimble DC', /^00[A-Z]{2}(SC|TSC|TDC|DC) ?V\d/],
    ],
  },
  { name: 'Zeiss or Trimble DiNi levelling', record: zeiss, proof: /^ ?For.*\|(?:R[bfz]?|dz|Db|Df) +-?\d/ },
  { name: 'Zeiss REC', record: zeiss, proof: zeiss },
  {
    name: 'Zeiss REC 500',
    record: /^ *\d+ .*(?:\b(?:SD|HD|E|D|Hz|V1|V2|V|th|ih|Lr|Lv|Y|X|Z|P|T) +-?\d+\.\d+.*){2}/,
    proof: /\bHz +\d+\.\d+.*\bV[12]? +\d+\.\d+/,
  },
  {
    name: 'Topcon GTS-6',
    record: /^\u0002|^ *_['+*(,]|_\+/,
    proof: /^[\u0002 ]*_'.*_\(.*_\)|_\+[^_]*_ *(?:[?<W]|x[-+ ]?\d+_ ?y)/,
  },
  { name: 'Geodimeter', record: /^\d{1,3}=/, proof: /^(?:2|5|7|8|9|17|18|21|24|37|38)=/ },
  {
    name: 'Sokkia SET',
    headers: [['Sokkia SET', /^A?,SET\d/]],
    // A point, the kind of measurement (angles, distance, coordinates), and at the end a sum of two hexadecimal digits.
    record: /^(?:A?,SET\d|M,[^,]*,[^,]*,\?,|[^,]*,E[a-z],[^,]*,\?,).*,[0-9A-F]{2}$/,
    proof: /^[^,]*,E[a-z],[^,]*,\?,[-\d.]+,\d+,.*,[0-9A-F]{2}$/,
  },
  {
    name: 'South or NTS',
    record: /^(JOB|DATE|NAME|INST|UNITS|SCALE|ATMOS|STA|XYZ|BKB|BS|FS|SC|SD|SA|SO|HVD?|HD|NEZ|ENZ|NOTE|CODE)(\s|$)/,
    proof: /^(?:(NEZ|ENZ|HVD)\s+-?[\d.]+,-?[\d.]+|STA\s+[^,]*,-?[\d.]+,)/,
  },
];
