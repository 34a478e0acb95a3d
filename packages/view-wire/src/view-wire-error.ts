/** Why bytes are not a chunk or a text is not a manifest of this version. */
export type ViewWireCode =
  /** The bytes do not begin as a chunk does. */
  | 'view-not-a-chunk'
  /** Written by a newer version. */
  | 'view-version'
  /** Fewer bytes than the head states: cut off on the way. */
  | 'view-cut'
  /** A column contradicts the head or another column. */
  | 'view-damaged'
  /** More than a named limit allows. */
  | 'view-limit';

/** View data that cannot be used: a stable code, what was found and where. */
export class ViewWireError extends Error {
  override readonly name = 'ViewWireError';
  readonly code: ViewWireCode;

  constructor(code: ViewWireCode, found: string) {
    super(`${found} (${code})`);
    this.code = code;
  }
}
