import type { Phrases } from './phrases.ts';

const CRS = 'must be an EPSG code (25832, 28992+5709), a name, WKT, PROJJSON or "local", not {what}';
const CRS_DE = 'muss ein EPSG-Code (25832, 28992+5709), ein Name, WKT, PROJJSON oder „local“ sein, nicht {what}';
const CRS_NL = 'moet een EPSG-code (25832, 28992+5709), een naam, WKT, PROJJSON of “local” zijn, niet {what}';

/** Faults of options: parts of sentences that follow the name of the option. */
export const OPTION_FAULTS: Phrases = {
  'is given {n} times; give it once': [
    'ist {n}-mal angegeben; geben Sie sie einmal an',
    'is {n} keer opgegeven; geef hem één keer op',
  ],
  'is too long': ['ist zu lang', 'is te lang'],
  'must be true or false, not "{name}"': [
    'muss true oder false sein, nicht „{name}“',
    'moet true of false zijn, niet “{name}”',
  ],
  'must be one of {list}': ['muss eines hiervon sein: {list}', 'moet een van deze zijn: {list}'],
  'must be a whole number, not "{name}"': [
    'muss eine ganze Zahl sein, nicht „{name}“',
    'moet een geheel getal zijn, niet “{name}”',
  ],
  'must be a number, not "{name}"': ['muss eine Zahl sein, nicht „{name}“', 'moet een getal zijn, niet “{name}”'],
  'must be at least {limit}': ['muss mindestens {limit} sein', 'moet minstens {limit} zijn'],
  'must be at most {limit}': ['darf höchstens {limit} sein', 'mag hoogstens {limit} zijn'],
  'is "{name}", which does not match: {said}': [
    'ist „{name}“ und passt nicht zu: {said}',
    'is “{name}” en past niet bij: {said}',
  ],
  'Position in the drawing: E,N for point, E,N;E,N for line': [
    'Stelle in der Zeichnung: E,N für point, E,N;E,N für line',
    'Plaats in de tekening: E,N voor point, E,N;E,N voor line',
  ],
  'The same position in the job': ['Dieselbe Stelle im Job', 'Dezelfde plaats in de job'],
  // Units and systems
  'must be m, ft or usft, not "{name}"': [
    'muss m, ft oder usft sein, nicht „{name}“',
    'moet m, ft of usft zijn, niet “{name}”',
  ],
  [`${CRS}, which is unknown; near it: {list}`]: [
    `${CRS_DE}, das unbekannt ist; ähnlich sind: {list}`,
    `${CRS_NL}, dat onbekend is; er lijken op: {list}`,
  ],
  [`${CRS}, which is unknown`]: [`${CRS_DE}, das unbekannt ist`, `${CRS_NL}, dat onbekend is`],
  [`${CRS}, the name of {list}`]: [`${CRS_DE}, der Name von {list}`, `${CRS_NL}, de naam van {list}`],
  [`${CRS}, which has heights only; join it to a plan system, as {pair}`]: [
    `${CRS_DE}, das nur Höhen hat; verbinden Sie es mit einem Lagesystem, wie {pair}`,
    `${CRS_NL}, dat alleen hoogten heeft; verbind het met een liggingsstelsel, zoals {pair}`,
  ],
  [CRS]: [CRS_DE, CRS_NL],
  // Placement of a background drawing
  'holds {said}; {said2}': ['enthält {said}; {said2}', 'bevat {said}; {said2}'],
  'no position': ['keine Stelle', 'geen plaats'],
  '{n} position': ['{n} Stelle', '{n} plaats'],
  '{n} positions': ['{n} Stellen', '{n} plaatsen'],
  'placement=none takes none': ['placement=none nimmt keine', 'placement=none neemt er geen'],
  'placement=point needs one, E,N': ['placement=point braucht eine, E,N', 'placement=point heeft er één nodig, E,N'],
  'placement=line needs two, E,N;E,N': [
    'placement=line braucht zwei, E,N;E,N',
    'placement=line heeft er twee nodig, E,N;E,N',
  ],
  'placement=scale takes one at most, E,N': [
    'placement=scale nimmt höchstens eine, E,N',
    'placement=scale neemt er hoogstens één, E,N',
  ],
  'must be E,N with finite numbers': ['muss E,N mit endlichen Zahlen sein', 'moet E,N met eindige getallen zijn'],
  'must be two different positions, the ends of a matching line': [
    'muss aus zwei verschiedenen Stellen bestehen, den Enden einer Passlinie',
    'moet uit twee verschillende plaatsen bestaan, de uiteinden van een paslijn',
  ],
  'is missing; placement=scale needs it': [
    'fehlt; placement=scale braucht sie',
    'ontbreekt; placement=scale heeft hem nodig',
  ],
  'has no effect with placement={kind}; use placement=scale': [
    'hat mit placement={kind} keine Wirkung; verwenden Sie placement=scale',
    'heeft met placement={kind} geen uitwerking; gebruik placement=scale',
  ],
  'is for background drawings only; use as=drawing or as=both': [
    'ist nur für Hintergrundzeichnungen; verwenden Sie as=drawing oder as=both',
    'is alleen voor achtergrondtekeningen; gebruik as=drawing of as=both',
  ],
  '{name} is written by guess; add experimental=true to write it anyway': [
    '{name} wird nur geraten geschrieben; mit experimental=true wird es trotzdem geschrieben',
    '{name} wordt alleen op de gok geschreven; met experimental=true wordt het toch geschreven',
  ],
  // Points
  '"{name}" is not a delimiter; use comma, semicolon, tab, bar, blanks or a single character': [
    '„{name}“ ist kein Trennzeichen; verwenden Sie comma, semicolon, tab, bar, blanks oder ein einzelnes Zeichen',
    '“{name}” is geen scheidingsteken; gebruik comma, semicolon, tab, bar, blanks of één enkel teken',
  ],
  'names "{name}" twice; use - for a column to skip': [
    'nennt „{name}“ zweimal; verwenden Sie - für eine Spalte, die ausgelassen wird',
    'noemt “{name}” twee keer; gebruik - voor een kolom die wordt overgeslagen',
  ],
  'a comma cannot be both delimiter and decimal mark': [
    'ein Komma kann nicht zugleich Trennzeichen und Dezimalzeichen sein',
    'een komma kan niet tegelijk scheidingsteken en decimaalteken zijn',
  ],
  '"{name}" is not a control action with its words': [
    '„{name}“ ist keine Steueraktion mit ihren Wörtern',
    '“{name}” is geen stuuractie met haar woorden',
  ],
  'has {n} pairs; at most {all} are supported': [
    'hat {n} Paare; höchstens {all} sind möglich',
    'heeft {n} paren; hoogstens {all} zijn mogelijk',
  ],
  '"{name}" is not name,easting,northing,elevation,latitude,longitude,height': [
    '„{name}“ ist nicht name,easting,northing,elevation,latitude,longitude,height',
    '“{name}” is niet name,easting,northing,elevation,latitude,longitude,height',
  ],
};
