import { frameAround, framesOf, netOf, type Sides } from '../model/map-frame.ts';
import { LAND } from './land.ts';

interface EarthMapProps {
  /** Description of the map, for users who cannot see it. */
  readonly label: string;
  /** Where a reference system is meant to be used. */
  readonly area: Sides | null;
  /** Where the data is. */
  readonly place: Sides | null;
  /** Single places, in degrees, with their names. */
  readonly spots?: readonly Spot[];
}

/** A place with a name. */
export interface Spot {
  readonly longitude: number;
  readonly latitude: number;
  readonly name: string;
}

const boxOf = ({ longitude, latitude }: Spot): Sides => ({
  ...{ west: longitude, east: longitude, south: latitude, north: latitude },
});

/** A part of the earth, with the area of a reference system and the place of a job in it. */
export function EarthMap({ label, area, place, spots = [] }: EarthMapProps) {
  const frame = frameAround([area, place, ...spots.map(boxOf)].filter((one) => one !== null));
  const { x, y, width, height } = frame;
  const { meridians, parallels } = netOf(frame);
  return (
    <svg class="earth" role="img" aria-label={label} viewBox={`${x} ${y} ${width} ${height}`}>
      <rect class="sea" {...frame} />
      <path class="land" d={LAND} transform="scale(0.05)" />
      {meridians.map((one) => (
        <line key={`m${one}`} class="net" x1={one} x2={one} y1={y} y2={y + height} />
      ))}
      {parallels.map((one) => (
        <line key={`p${one}`} class="net" x1={x} x2={x + width} y1={one} y2={one} />
      ))}
      {area !== null && framesOf(area).map((one) => <rect key={one.x} class="area" {...one} />)}
      {place !== null && (
        <>
          {framesOf(place).map((one) => (
            <rect key={one.x} class="place" {...one} />
          ))}
          <circle
            class="spot"
            cx={(place.west + place.east) / 2}
            cy={-(place.south + place.north) / 2}
            r={height / 40}
          />
        </>
      )}
      {spots.map((spot) => (
        <circle class="spot" cx={spot.longitude} cy={-spot.latitude} r={height / 60}>
          <title>{spot.name}</title>
        </circle>
      ))}
    </svg>
  );
}
