/** Something doubtful about a ticket, which was accepted as sent; docs/weighing.md lists the codes. */
export interface Finding {
  readonly code: string;
  /** JSON pointer into the ticket. */
  readonly pointer: string;
  /** A sentence with the figures. */
  readonly text: string;
  /** The values in the sentence; absent in findings that older versions stored. */
  readonly parameters?: Readonly<Record<string, string | number>>;
}
