/** A place on the centre line: northing, easting, and the direction of travel as a unit vector. */
interface Place {
  readonly northing: number;
  readonly easting: number;
  readonly toNorth: number;
  readonly toEast: number;
}

/** First straight, curve to the right, second straight; metres and radians. */
const START = { northing: 5006, easting: 960 };
const STRAIGHT = 60;
const RADIUS = 80;
const TURN = Math.PI / 4;
const CURVE = RADIUS * TURN;
const SECOND = 40;
const LENGTH = STRAIGHT + CURVE + SECOND;

/** Points of the grade line: station, elevation, and the length of the vertical curve. */
const GRADES = [
  [0, 12, 0],
  [90, 14.7, 40],
  [LENGTH, 13.1, 0],
] as const;
/** Offsets of the finished road to the right of the centre line, with the height above it. */
const CROSS_SECTION = [
  [-4.5, -0.02],
  [-3, -0.075],
  [0, 0],
  [3, -0.075],
  [4.5, -0.02],
] as const;
const STATION_STEP = 5;
const GRID_STEP = 6;

/**
 * A road of the sample job as LandXML 1.2: a centre line with a curve, its grade line, the finished road and the
 * terrain as surfaces. It shows newcomers stations, the long section and cross sections.
 */
export function sampleRoad(): string {
  const [from, enter, leave, to] = [0, STRAIGHT, STRAIGHT + CURVE, LENGTH].map((station) => pair(placeAt(station)));
  const centre = `${(START.northing - RADIUS).toFixed(3)} ${(START.easting + STRAIGHT).toFixed(3)}`;
  const [first, middle, last] = GRADES;
  return `<?xml version="1.0" encoding="UTF-8"?>
<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2" date="2026-01-01" time="00:00:00">
<Units><Metric areaUnit="squareMeter" linearUnit="meter" volumeUnit="cubicMeter" temperatureUnit="celsius"
 pressureUnit="milliBars"/></Units>
<Alignments><Alignment name="Road" length="${LENGTH.toFixed(6)}" staStart="0">
<CoordGeom>
<Line><Start>${from}</Start><End>${enter}</End></Line>
<Curve rot="cw" crvType="arc" radius="${RADIUS}"><Start>${enter}</Start><Center>${centre}</Center><End>${leave}</End></Curve>
<Line><Start>${leave}</Start><End>${to}</End></Line>
</CoordGeom>
<Profile name="Road"><ProfAlign name="Road">
<PVI>${first[0]} ${first[1]}</PVI>
<ParaCurve length="${middle[2]}">${middle[0]} ${middle[1]}</ParaCurve>
<PVI>${last[0].toFixed(6)} ${last[1]}</PVI>
</ProfAlign></Profile>
</Alignment></Alignments>
<Surfaces>
${surface('Road', roadRows())}
${surface('Terrain', terrainRows())}
</Surfaces>
</LandXML>
`;
}

function placeAt(station: number): Place {
  const { northing, easting } = START;
  if (station <= STRAIGHT) return { northing, easting: easting + station, toNorth: 0, toEast: 1 };
  const angle = Math.min(station - STRAIGHT, CURVE) / RADIUS;
  const beyond = Math.max(0, station - STRAIGHT - CURVE);
  const [toNorth, toEast] = [-Math.sin(angle), Math.cos(angle)];
  return {
    northing: northing - RADIUS * (1 - Math.cos(angle)) + beyond * toNorth,
    easting: easting + STRAIGHT + RADIUS * Math.sin(angle) + beyond * toEast,
    toNorth,
    toEast,
  };
}

const pair = ({ northing, easting }: Place): string => `${northing.toFixed(6)} ${easting.toFixed(6)}`;

/** Elevation of the grade line, a parabola around its middle point. */
function gradeAt(station: number): number {
  const [[, low], [top, high, curve], [end, far]] = GRADES;
  const [before, after] = [(high - low) / top, (far - high) / (end - top)];
  const into = station - (top - curve / 2);
  const straight = station <= top ? high + (station - top) * before : high + (station - top) * after;
  if (into <= 0 || into >= curve) return straight;
  return high - (curve / 2) * before + into * before + ((after - before) * into * into) / (2 * curve);
}

function roadRows(): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at <= LENGTH; at += STATION_STEP) {
    const { northing, easting, toNorth, toEast } = placeAt(at);
    const grade = gradeAt(at);
    rows.push(
      CROSS_SECTION.map(([right, above]) =>
        vertex(northing - right * toEast, easting + right * toNorth, grade + above),
      ),
    );
  }
  return rows;
}

/** Gentle hills around the road. */
function terrainRows(): string[][] {
  const rows: string[][] = [];
  for (let northing = 4940; northing <= 5030; northing += GRID_STEP) {
    const row: string[] = [];
    for (let easting = 945; easting <= 1125; easting += GRID_STEP)
      row.push(vertex(northing, easting, 13 + 1.2 * Math.sin(easting / 28) * Math.cos(northing / 21)));
    rows.push(row);
  }
  return rows;
}

const vertex = (northing: number, easting: number, elevation: number): string =>
  `${northing.toFixed(3)} ${easting.toFixed(3)} ${elevation.toFixed(3)}`;

/** A surface whose vertices lie in rows of equal length. */
function surface(name: string, rows: readonly (readonly string[])[]): string {
  const width = rows[0]!.length;
  const points = rows.flat().map((place, at) => `<P id="${at + 1}">${place}</P>`);
  const faces: string[] = [];
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let column = 1; column < width; column++) {
      const a = row * width + column;
      faces.push(`<F>${a} ${a + 1} ${a + width}</F>`, `<F>${a + 1} ${a + width + 1} ${a + width}</F>`);
    }
  }
  return `<Surface name="${name}"><Definition surfType="TIN">
<Pnts>
${points.join('\n')}
</Pnts>
<Faces>
${faces.join('\n')}
</Faces>
</Definition></Surface>`;
}
