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
    'tunnus piste pistenumero pistenro pistenimi punkttunnus pistetunnus ' +
    '点名 点号 点名称 点编号 名称 测点 测点名 点 點名 點號 点番 点番号 測点 測点名 測点番号 номер номерточки noточки имя имяточки имяпункта наименование название точка пункт номерпункта noпункта ' +
    'punktkennung punktkennzeichen nombredepunto nombredelpunto vertice estacion marco estacao nokta noktano noktaadi noktanumarasi ad pontszam pont punct nrpunct назва 番号 점명 측점 측점명',
  northing:
    'northing north n ynorth northingy gridnorthing nordwert nordkoordinate hochwert hoch hw noord noorden noordwaarde ' +
    'nord coordonneenord norte coordenadanorte polnoc sever norr nordkoordinat nordlig pohjoinen pohjoiskoordinaatti ' +
    '北 北坐标 北向 北坐標 北座標 纵坐标 縱坐標 x北 n北 北x 北n север северная севернаякоордината ' +
    'polnocna kuzey yukari yukarideger північ 북',
  easting:
    'easting east e xeast eastingx grideasting ostwert ostkoordinate rechtswert rechts rw oost oosten oostwaarde ost est ' +
    'coordonneeest este leste coordenadaeste wschod vychod oster ostkoordinat ostlig ita itakoordinaatti ' +
    '东 东坐标 东向 東 東坐標 東座標 横坐标 橫坐標 y东 y東 e东 东y 东e 東y восток восточная восточнаякоордината ' +
    'wschodnia dogu saga sagadeger схід 동',
  elevation:
    'elevation elev z height h н level rl rlevel altitude alt alti orthoheight orthometricheight heightz elevationz zelev ' +
    'gridelevation hoehe hohe nhn nhnhohe nnhohe hohenhn hohenn hoheubernn hoheubernhn gebrauchshohe orthometrischehohe hoogte hoogtenap ' +
    'naphoogte nap hauteur altitudengf quota quotaortometrica altezza altitudine cota elevacion altura altitud elevacao ' +
    'alturaortometrica altitudeortometrica wysokosc wysokoscnpm rzedna rzednah vyska nadmorskavyska kota kote hojd hojde ' +
    'hoyde korkeus korkeustaso ' +
    '高程 正常高 海拔 海拔高 高度 标高 標高 高程h 高さ 地盤高 绝对高程 отметка высота абсолютнаяотметка абсолютнаявысота нормальнаявысота ' +
    'gelandehohe hoogtetovnap cote altitudeorthometrique quotaslm altortometrica vyskabpv kot yukseklik magassag висота z座標 відмітка отметкаh 표고',
  code:
    'code featurecode pointcode fcode figurecode coding pcode kod kode objektart punktcode codierung punktart puntcode ' +
    'codering codification codice codigo codigoponto kodpunktu punktkod punktkode temakode koodi pistekoodi laji ' +
    '编码 代码 地物编码 编号代码 編碼 コード код кодточки кодобекта ' +
    'cod codename detaykodu lajikoodi 코드',
  description:
    'd description desc descr comment comments remark remarks note notes text rawdesc fulldescription beschreibung ' +
    'bemerkung bemerkungen kommentar omschrijving beschrijving opmerking opmerkingen libelle commentaire remarque ' +
    'observation observations descrizione commento annotazioni descripcion comentario observaciones descricao observacao ' +
    'observacoes opis uwagi komentarz popis poznamka beskrivning anmarkning beskrivelse bemaerkning merknad kuvaus ' +
    'selite huomautus ' +
    '备注 描述 说明 備註 備考 описание примечание комментарии ' +
    'nota huom aciklama megjegyzes descriere observatii опис',
  layer: 'layer lay ebene calque capa taso lager laag ' + '图层 слои ' + 'livello camada warstwa vrstva tabaka',
  date: 'date datum fecha data surveydate ' + '日期 дата ' + 'dato tarih pvm paivamaara 日付',
  time:
    'time datetime timestamp zeit hora heure uhrzeit createdat recorded surveytime measuredat ' +
    '时间 時間 日時 采集时间 время ' +
    'tijd ora godzina czas cas tid aika kello saat 時刻',
  quality:
    'quality precision accuracy sigma stddev stdev rms cq 3dcq pointquality genauigkeit ' + 'precisao dokladnosc',
  latitude:
    'latitude lat b phi wgs84latitude breite breitengrad geographischebreite breedte breedtegraad latitud latitudine ' +
    'szerokosc szerokoscgeograficzna sirka zemepisnasirka bredd breddgrad bredde breddegrad leveys leveysaste leveyspiiri ' +
    '纬度 大地纬度 緯度 широта ' +
    'enlem',
  longitude:
    'longitude long lon lng lambda wgs84longitude laenge lange langengrad geographischelange lengte lengtegraad longitud ' +
    'longitudine dlugosc dlugoscgeograficzna delka zemepisnadelka langd langdgrad laengde laengdegrad lengde lengdegrad ' +
    'pituus pituusaste pituuspiiri ' +
    '经度 大地经度 經度 経度 долгота ' +
    'boylam',
  height:
    'ellipsoidheight ellipsoidalheight ellheight ellht hae elheight wgs84height ellipsoidischehohe ellipsoidhohe ellhohe ' +
    'ellipsoidischehoogte ellipsoidehoogte hauteurellipsoidale hauteurellipsoide quotaellissoidica altezzaellissoidica ' +
    'alturaelipsoidal alturaelipsoidica altitudeelipsoidal altitudegeometrica wysokoscelipsoidalna elipsoidickavyska ' +
    'ellipsoidhojd hojdoverellipsoiden ellipsoidehojde ellipsoidiskhojde ellipsoidehoyde ellipsoidiskhoyde ' +
    'ellipsoidikorkeus ellipsoidinenkorkeus korkeusellipsoidista ' +
    '大地高 椭球高 橢球高 楕円体高 эллипсоидальнаявысота геодезическаявысота ' +
    'elipsoidalyukseklik',
  list: 'list pointlist group punktliste',
  // In French they say which axis is meant, as x and y do; the Cyrillic letters look the same.
  x: 'abscisse х',
  y: 'ordonnee у',
};

/** Letters that Unicode does not decompose into a letter and a mark. */
const LETTERS_APART: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd', ı: 'i' };

const BY_WORD = new Map<string, Role | 'x' | 'y'>();
for (const [role, words] of Object.entries(WORDS))
  for (const word of words.split(' ')) BY_WORD.set(plainWord(word), role as Role | 'x' | 'y');

/** Words for a height that do not state its reference surface. */
const PLAIN_HEIGHTS = new Set(
  (
    'height h hoehe hohe hoogte altitude alt hauteur altezza altitudine quota altura altitud cota wysokosc vyska hojd ' +
    'hojde hoyde korkeus высота н 高度 高さ'
  ).split(' '),
);

/**
 * Scripts and words of countries whose surveys call the northing x: Han, kana, Hangul and Cyrillic; Polish, Turkish,
 * Hungarian and Romanian.
 */
const NORTH_IS_X = new RegExp(
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Cyrillic}]' +
    '|^(?:numer|nr(?:pkt|punktu|punct)|nazwa|wysok|rzedn|uwagi|kodpunktu|wsp|nokta|aciklama|yukseklik|pont|magassag' +
    '|megjegyzes|punct$|descriere)',
  'u',
);

/** Whether a heading is in a language in whose surveys x is the northing and y the easting. */
export function callsNorthingX(heading: string): boolean {
  return NORTH_IS_X.test(plainWord(heading));
}

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
      // NFKD makes full-width letters plain, and № a number.
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[([{].*$|,\s*(?:m|м|ft|usft|ift)\.?$/iu, '')
      .toLowerCase()
      // "n°" is a number, not a northing.
      .replace(/n\s?[°º]/g, 'no')
      .replace(/[ßøæłđı]/g, (letter) => LETTERS_APART[letter]!)
      .replace(/[^\p{L}\p{N}]/gu, '')
  );
}

const COORDINATE =
  'coord(?:inate|onnee|enada|inata|inaat)?|koord(?:inate?|inaatti)?|wert|value|wsp(?:olrzedna)?|souradnice|坐标|坐標|座標|координата';
const COORDINATE_OF = new RegExp(`^(?:${COORDINATE})(.+)$`, 'u');
/** The letters x and y, in Latin or Cyrillic, also with a word for a coordinate. */
const AXIS = new RegExp(`^(?:${COORDINATE}|rd|纵坐标|横坐标)?([xyху])(?:${COORDINATE})?$`, 'u');

/** The role of a heading; `x` or `y`, whose meaning differs; or undefined for unknown words. */
export function roleOfHeading(heading: string): Role | 'x' | 'y' | undefined {
  const word = plainWord(heading);
  const axis = AXIS.exec(word)?.[1];
  if (axis === undefined) return BY_WORD.get(word) ?? gridRole(COORDINATE_OF.exec(word)?.[1] ?? '');
  // "X (North)" says which axis is meant.
  const said = gridRole(plainWord(/[([{]([^)\]}]*)/.exec(heading.normalize('NFKD'))?.[1] ?? ''));
  return said ?? (axis === 'x' || axis === 'х' ? 'x' : 'y');
}

function gridRole(word: string): Role | undefined {
  const role = BY_WORD.get(word);
  return role === 'northing' || role === 'easting' ? role : undefined;
}

/** Whether a column, kept under its heading, names the reference system of each row ("CS name" of Emlid Flow). */
export function isSystemHeading(role: Role): boolean {
  return /^attribute:cs[ _]?name$/i.test(role);
}

/** The unit in brackets or after a comma or underscore of a heading (`Easting [m]`, `Elev, ft`, `Z_m`); else ''. */
export function unitOfHeading(heading: string): string {
  const match = /[[(]\s*([a-z. -]{1,24}?)\s*[\])]/i.exec(heading) ?? /(?:_|,\s*)(m|ft|usft|ift)$/i.exec(heading);
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
