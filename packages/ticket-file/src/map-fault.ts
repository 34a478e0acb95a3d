/** Why a file cannot be read as somebody wants it read: a wrong column, date format or time zone. */
export class MapFault extends Error {
  override readonly name = 'MapFault';
}
