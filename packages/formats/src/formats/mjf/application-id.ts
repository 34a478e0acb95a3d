/** "GPKG", the application id of a GeoPackage since 1.2. */
export const APPLICATION_ID = 0x47504b47;
