import { crsText, type FieldJob, type Unit } from '@fieldbridge/fieldjob';
import type { XmlWriter } from '../../kit/xml/writer.ts';

const DISTANCE_UNITS: Readonly<Record<Unit, string>> = {
  metre: 'Metres',
  internationalFoot: 'InternationalFeet',
  usSurveyFoot: 'USSurveyFeet',
};

/** Writes the Environment that the schema requires: the job's unit for display, and only the name of the CRS. */
export function writeEnvironment(xml: XmlWriter, job: FieldJob): void {
  xml.start('Environment');
  writeDisplaySettings(xml, job.unit);
  writeCoordinateSystem(xml, job);
  xml.start('JobSettings');
  group(xml, 'NeighbourhoodAdjustment', { Applied: 'false', WeightExponent: '0' });
  xml.end();
  group(xml, 'TimeZone', { ZoneName: 'UTC', HoursToUTC: '0' });
  xml.end();
}

function group(xml: XmlWriter, name: string, values: Readonly<Record<string, string>>): void {
  xml.start(name);
  for (const [element, value] of Object.entries(values)) xml.leaf(element, value);
  xml.end();
}

function writeDisplaySettings(xml: XmlWriter, unit: Unit): void {
  group(xml, 'DisplaySettings', {
    DistanceUnits: DISTANCE_UNITS[unit],
    HeightUnits: DISTANCE_UNITS[unit],
    AngleUnits: 'DecimalDegrees',
    AzimuthFormat: 'Azimuth',
    LatitudeLongitudeUnits: 'DecimalDegrees',
    CoordinateOrder: 'North-East-Elevation',
    TemperatureUnits: 'Celsius',
    PressureUnits: 'MilliBar',
    GradeUnits: 'Percentage',
    AreaUnits: 'SquareMetres',
    StationingFormat: '1000.0',
  });
}

function writeCoordinateSystem(xml: XmlWriter, job: FieldJob): void {
  const { crs } = job.info;
  const zone = crs.kind === 'epsg' ? crsText(crs) : (crs.name ?? '');
  xml.start('CoordinateSystem');
  xml.leaf('SystemName', crs.kind === 'epsg' ? (crs.name ?? '') : '');
  xml.leaf('ZoneName', zone);
  xml.leaf('DatumName', '');
  group(xml, 'Ellipsoid', { EarthRadius: '', Flattening: '' });
  group(xml, 'Projection', { Type: 'NoProjection' });
  group(xml, 'LocalSite', {
    Type: 'Grid',
    ProjectLocationLatitude: '',
    ProjectLocationLongitude: '',
    ProjectLocationHeight: '',
  });
  group(xml, 'Datum', { Type: 'NoDatum' });
  group(xml, 'HorizontalAdjustment', { Type: 'NoAdjustment' });
  group(xml, 'VerticalAdjustment', { Type: 'NoAdjustment' });
  xml.start('CombinedScaleFactor');
  group(xml, 'Location', { Latitude: '', Longitude: '', Height: '' });
  xml.leaf('Scale', '');
  xml.end();
  xml.end();
}
