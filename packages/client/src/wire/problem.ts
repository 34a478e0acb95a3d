/** One fault inside a request. */
export interface ProblemDetail {
  /** JSON pointer into the body, as a URI fragment: `#/nettWeight/unit`. */
  readonly pointer?: string;
  /** Name of the query parameter or header. */
  readonly parameter?: string;
  readonly detail: string;
}

/** An issue reported while a file was read. */
export interface ProblemIssue {
  /** A code of docs/issues.md. */
  readonly code: string;
  readonly severity: string;
  readonly text: string;
}

/** The body of a refusal: RFC 9457 with a stable code. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** A code of docs/problems.md. */
  readonly code: string;
  readonly detail?: string;
  readonly instance?: string;
  readonly requestId?: string;
  readonly errors?: readonly ProblemDetail[];
  /** Issues reported while a file was read before its conversion failed. */
  readonly issues?: readonly ProblemIssue[];
}
