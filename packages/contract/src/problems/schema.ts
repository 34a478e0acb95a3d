import { type Static, Type } from 'typebox';

/** One fault inside a request: where it is and what is wrong with it. */
export const ProblemDetailError = Type.Object(
  {
    pointer: Type.Optional(
      Type.String({ description: 'JSON pointer into the body (RFC 6901), as a URI fragment: #/nettWeight/unit' }),
    ),
    parameter: Type.Optional(Type.String({ description: 'Name of the query parameter or header' })),
    detail: Type.String({ description: 'The fault found and what to do about it' }),
  },
  { additionalProperties: true },
);
export type ProblemDetailError = Static<typeof ProblemDetailError>;

/** An issue of reading, in the form of reports; a ReportedIssue of the conversion interface has all its members. */
export const ProblemIssue = Type.Object(
  { code: Type.String(), severity: Type.String(), text: Type.String() },
  { additionalProperties: true },
);
export type ProblemIssue = Static<typeof ProblemIssue>;

/** The body of every refusal: RFC 9457 with a stable code and the request's id. */
export const ProblemDocument = Type.Object(
  {
    type: Type.String({ description: 'Address of the page about the code' }),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: 'Stable code; see the table of problems' }),
    detail: Type.Optional(Type.String()),
    instance: Type.Optional(Type.String({ description: 'Path of the request' })),
    requestId: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(ProblemDetailError)),
    issues: Type.Optional(
      Type.Array(ProblemIssue, {
        description:
          'Issues reported while the file was read before the conversion failed, with parameters and counts as in reports',
      }),
    ),
  },
  { additionalProperties: true, title: 'Problem' },
);
export type ProblemDocument = Static<typeof ProblemDocument>;
