/** The right of whoever can open the data directory; made in memory for one run of the command line. */
export interface LocalAuthority {
  readonly key: string;
  readonly name: string;
}
