import type { JobStatus } from '@fieldbridge/contract';
import type { Choice, CountedIssue } from '@fieldbridge/formats';
import { choiceIn, findingIn, type IssueLanguage, issueIn } from '@fieldbridge/formats/core/issues/in-language.ts';
import type { JobCheck } from '../work/converters/tasks/task-types.ts';

/** The issues of a report or a file, stored as JSON, in a language. */
export function issuesIn(stored: string, language: IssueLanguage): string {
  if (language === 'en') return stored;
  const issues = JSON.parse(stored) as CountedIssue[];
  return JSON.stringify(issues.map((issue) => issueIn(issue, language)));
}

/** A content report, stored as JSON, with its issues and questions in a language. */
export function reportIn(stored: string, language: IssueLanguage): string {
  if (language === 'en') return stored;
  const report = JSON.parse(stored) as { issues?: readonly CountedIssue[]; choices?: readonly Choice[] };
  return JSON.stringify({
    ...report,
    issues: report.issues?.map((issue) => issueIn(issue, language)),
    choices: report.choices?.map((choice) => choiceIn(choice, language)),
  });
}

/** The findings of a check, in a language. */
export function checkIn(check: JobCheck, language: IssueLanguage): JobCheck {
  const findings = check.findings.map((finding) => {
    const said = findingIn(finding, language);
    const places = finding.places.map((place) => {
      const text = findingIn({ ...place, code: finding.code }, language)?.text ?? place.text;
      return { ...place, text };
    });
    return { ...finding, ...(said === undefined ? {} : { text: said.text, cure: said.advice }), places };
  });
  return { ...check, findings };
}

/** The status of a job with its failures in a language. */
export function statusIn(status: JobStatus, language: IssueLanguage): JobStatus {
  if (language === 'en') return status;
  const imports = status.imports.map((one) => ({ ...one, failure: one.failure && issueIn(one.failure, language) }));
  return { ...status, imports };
}
