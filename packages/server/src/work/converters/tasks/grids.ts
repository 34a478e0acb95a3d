/** Folder of grid files, as the server gave it to this converter process. */
export const GRIDS: string | undefined = process.env['FIELDBRIDGE_GRIDS'];
