/** Longer names of the bar, by syllables: a browser without a dictionary of the language breaks words anywhere. */
const NAMES = [
  'Devel-oper',
  'Wiege-scheine',
  'Verwal-tung',
  'Entwick-ler',
  'Weeg-bonnen',
  'Ontwik-kelaar',
  'Opdrach-ten',
];

const SOFT = new Map(NAMES.map((name) => [name.replace('-', ''), name.replace('-', '\u00ad')]));

/** A name of the bar with a soft hyphen where a phone may break it. */
export function softHyphenated(name: string): string {
  return SOFT.get(name) ?? name;
}
