import { type Finding, Findings } from './finding.ts';

/** The major version the program is made for and tested with; `npm ci` installs it. */
const TESTED_MAJOR = 26;

/** Checks the version of Node. @param version as `process.versions.node` */
export function checkRuntime(version: string): readonly Finding[] {
  const findings = new Findings('node');
  const major = Number(version.split('.', 1)[0]);
  const cure = 'Start the program with "node tools/start.mjs", which takes the version that npm ci installed.';
  if (major < TESTED_MAJOR) findings.error(`Node ${version} is older than ${TESTED_MAJOR}`, cure);
  else if (major > TESTED_MAJOR)
    findings.warning(`Node ${version} is newer than ${TESTED_MAJOR}, with which this version was tested`, cure);
  else findings.ok(`Node ${version}`);
  return findings.list;
}
