/** "GPKG", the application id of a GeoPackage since 1.2. */
export const APPLICATION_ID = 0x47504b47;

/** "GP10", "GP11": a GeoPackage of an earlier version states it in its application id. */
const VERSIONED = /^GP\d\d$/;

/** Whether an application id is that of a GeoPackage of any version. */
export function isGeoPackage(applicationId: number): boolean {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(applicationId);
  return applicationId === APPLICATION_ID || VERSIONED.test(bytes.toString('latin1'));
}
