/** The meaning of a column of a points file. `attribute:NAME` keeps a column under its name; `skip` leaves it out. */
export type Role = (typeof ROLES)[number] | `attribute:${string}`;

export const ROLES = [
  'name',
  'northing',
  'easting',
  'elevation',
  'code',
  'description',
  'layer',
  'date',
  'time',
  'quality',
  'latitude',
  'longitude',
  'height',
  'list',
  'skip',
] as const;

/** Single letters of the usual notation (PNEZD, PENZC) in a column map. */
const LETTERS: Readonly<Record<string, Role>> = {
  P: 'name',
  N: 'northing',
  E: 'easting',
  Z: 'elevation',
  H: 'elevation',
  D: 'description',
  C: 'code',
  L: 'layer',
  Q: 'quality',
  B: 'latitude',
  '-': 'skip',
  _: 'skip',
};

/**
 * Headings in the languages of survey programs, without blanks, marks and accents. `x` and `y` are separate because
 * their meaning differs between countries.
 */
const WORDS: Readonly<Record<string, string>> = {
  name:
    'p name id nr no num number point pointname pointno pointnr pointnumber pointid ptid ptno pt pnt pno pid station ' +
    'stationid label ident designation punkt punktnr punktnummer punktname punktbezeichnung punktid pnr pkt pktnr pktnummer ' +
    'nummer punt puntnummer puntnr puntnaam puntid naam nom numero numeropoint numerodupoint numpoint nopoint nodepoint ' +
    'nompoint matricule nome punto nomepunto numeropunto idpunto nombre nombrepunto ponto numeroponto nomeponto numer ' +
    'numerpunktu nrpunktu numpunktu nrpkt nrpktu nazwa nazwapunktu cislobodu cislo cb bod nazev namn navn punktnavn nimi ' +
    'tunnus piste pistenumero pistenro pistenimi punkttunnus pistetunnus',
  northing:
    'northing north n ynorth northingy gridnorthing nordwert nordkoordinate hochwert hoch hw noord noorden noordwaarde ' +
    'nord coordonneenord norte coordenadanorte polnoc sever norr nordkoordinat nordlig pohjoinen pohjoiskoordinaatti',
  easting:
    'easting east e xeast eastingx grideasting ostwert ostkoordinate rechtswert rechts rw oost oosten oostwaarde ost est ' +
    'coordonneeest este leste coordenadaeste wschod vychod oster ostkoordinat ostlig ita itakoordinaatti',
  elevation:
    'elevation elev z height h level rl rlevel altitude alt alti orthoheight orthometricheight heightz elevationz zelev ' +
    'gridelevation hoehe hohe nhn nhnhohe nnhohe hohenhn hohenn hoheubernn hoheubernhn gebrauchshohe orthometrischehohe hoogte hoogtenap ' +
    'naphoogte nap hauteur altitudengf quota quotaortometrica altezza altitudine cota elevacion altura altitud elevacao ' +
    'alturaortometrica altitudeortometrica wysokosc wysokoscnpm rzedna rzednah vyska nadmorskavyska kota kote hojd hojde ' +
    'hoyde korkeus korkeustaso',
  code:
    'code featurecode pointcode fcode figurecode coding pcode kod kode objektart punktcode codierung punktart puntcode ' +
    'codering codification codice codigo codigoponto kodpunktu punktkod punktkode temakode koodi pistekoodi laji',
  description:
    'd description desc descr comment comments remark remarks note notes text rawdesc fulldescription beschreibung ' +
    'bemerkung bemerkungen kommentar omschrijving beschrijving opmerking opmerkingen libelle commentaire remarque ' +
    'observation observations descrizione commento annotazioni descripcion comentario observaciones descricao observacao ' +
    'observacoes opis uwagi komentarz popis poznamka beskrivning anmarkning beskrivelse bemaerkning merknad kuvaus ' +
    'selite huomautus',
  layer: 'layer lay ebene calque capa taso lager laag',
  date: 'date datum fecha data surveydate',
  time: 'time datetime timestamp zeit hora heure uhrzeit createdat recorded surveytime measuredat',
  quality: 'quality precision accuracy sigma stddev stdev rms cq 3dcq pointquality genauigkeit',
  latitude:
    'latitude lat b phi wgs84latitude breite breitengrad geographischebreite breedte breedtegraad latitud latitudine ' +
    'szerokosc szerokoscgeograficzna sirka zemepisnasirka bredd breddgrad bredde breddegrad leveys leveysaste leveyspiiri',
  longitude:
    'longitude long lon lng lambda wgs84longitude laenge lange langengrad geographischelange lengte lengtegraad longitud ' +
    'longitudine dlugosc dlugoscgeograficzna delka zemepisnadelka langd langdgrad laengde laengdegrad lengde lengdegrad ' +
    'pituus pituusaste pituuspiiri',
  height:
    'ellipsoidheight ellipsoidalheight ellheight ellht hae elheight wgs84height ellipsoidischehohe ellipsoidhohe ellhohe ' +
    'ellipsoidischehoogte ellipsoidehoogte hauteurellipsoidale hauteurellipsoide quotaellissoidica altezzaellissoidica ' +
    'alturaelipsoidal alturaelipsoidica altitudeelipsoidal altitudegeometrica wysokoscelipsoidalna elipsoidickavyska ' +
    'ellipsoidhojd hojdoverellipsoiden ellipsoidehojde ellipsoidiskhojde ellipsoidehoyde ellipsoidiskhoyde ' +
    'ellipsoidikorkeus ellipsoidinenkorkeus korkeusellipsoidista',
  list: 'list pointlist group punktliste',
  // In French they say which axis is meant, as x and y do.
  x: 'abscisse',
  y: 'ordonnee',
};

const BY_WORD = new Map<string, Role | 'x' | 'y'>();
for (const [role, words] of Object.entries(WORDS))
  for (const word of words.split(' ')) BY_WORD.set(word.toLowerCase(), role as Role | 'x' | 'y');

/** Letters that Unicode does not decompose into a letter and a mark. */
const LETTERS_APART: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd' };

/** Words for a height that do not state its reference surface. */
const PLAIN_HEIGHTS = new Set(
  (
    'height h hoehe hohe hoogte altitude alt hauteur altezza altitudine quota altura altitud cota wysokosc vyska hojd ' +
    'hojde hoyde korkeus'
  ).split(' '),
);

/**
 * Whether a heading means "height" without its reference surface. From receivers, next to latitude and longitude, it is
 * the ellipsoid.
 */
export function isPlainHeight(heading: string): boolean {
  return PLAIN_HEIGHTS.has(plainWord(heading));
}

/** Letters and digits of a heading in lower case, without accents and anything in brackets. */
function plainWord(heading: string): string {
  return (
    heading
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[([{].*$/, '')
      .toLowerCase()
      // "n°" is a number, not a northing.
      .replace(/n\s?[°º]/g, 'no')
      .replace(/[ßøæłđ]/g, (letter) => LETTERS_APART[letter]!)
      .replace(/[^\p{L}\p{N}]/gu, '')
  );
}

/** The role of a heading; `x` or `y`, whose meaning differs; or undefined for unknown words. */
export function roleOfHeading(heading: string): Role | 'x' | 'y' | undefined {
  const word = plainWord(heading);
  if (word === 'x' || word === 'y') return word;
  if (/^(x|y)(coord(inate)?|wert|value)$/.test(word)) return word[0] as 'x' | 'y';
  return BY_WORD.get(word);
}

/** Whether a column, kept under its heading, names the reference system of each row ("CS name" of Emlid Flow). */
export function isSystemHeading(role: Role): boolean {
  return /^attribute:cs[ _]?name$/i.test(role);
}

/** The unit that a heading states in brackets or after an underscore: `Easting [m]`, `Elev (ft)`, `Z_m`; else ''. */
export function unitOfHeading(heading: string): string {
  const match = /[[(]\s*([a-z. -]{1,24}?)\s*[\])]/i.exec(heading) ?? /_(m|ft|usft|ift)$/i.exec(heading);
  return match?.[1] ?? '';
}

/** Whether a text names a length that a job cannot use, or an unknown foot: mm, inches, links. */
export function isOtherLength(text: string): boolean {
  return /^(mm|cm|dm|km|in|inch|inches|yd|yards?|chains?|links?|(.*\b)?(ft|foot|feet)\b.*)$/i.test(text.trim());
}

/**
 * Parses a column map: `name,northing,easting,elevation,code`, headings in any language, letters (`PNEZD`), or
 * `attribute:NAME`.
 * @returns the roles, or the unknown part
 */
export function parseRoles(text: string): Role[] | { unknown: string } {
  const trimmed = text.trim();
  if (/^[pnezhdclqb_-]{2,12}$/i.test(trimmed) && BY_WORD.get(trimmed.toLowerCase()) === undefined)
    return Array.from(trimmed.toUpperCase(), (letter) => LETTERS[letter]!);
  const roles: Role[] = [];
  // An empty part between two commas is a skipped column.
  for (const part of trimmed.split(/\s*[,;]\s*|\s+/)) {
    const role = parseRole(part);
    if (role === undefined) return { unknown: part };
    roles.push(role);
  }
  return roles;
}

function parseRole(part: string): Role | undefined {
  const attribute = /^attribute:(.{1,64})$/i.exec(part);
  if (attribute) return `attribute:${attribute[1]!}`;
  const lower = part.toLowerCase();
  if ((ROLES as readonly string[]).includes(lower)) return lower as Role;
  if (part === '' || part === '-' || part === '_') return 'skip';
  const role = roleOfHeading(part);
  if (role === 'x') return 'easting';
  return role === 'y' ? 'northing' : (role ?? LETTERS[part.toUpperCase()]);
}
