/** The right of a user who can open the data directory; created in memory for one run of the command line. */
export interface LocalAuthority {
  readonly key: string;
  readonly name: string;
}
