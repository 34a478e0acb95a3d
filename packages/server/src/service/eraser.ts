/** The result of an erasure, or of its trial. */
export interface Erased {
  /** Tickets that named the person. */
  readonly tickets: number;
  /** Versions of them that did. */
  readonly versions: number;
}

/** Removes a person from the records of one space. */
export interface Eraser {
  /**
   * @param person a name, an email address, a telephone number or a licence plate, compared without regard to case and
   * blanks
   * @param isTrial only counts
   */
  erase(organisationId: string, person: string, isTrial: boolean): Promise<Erased>;
}
