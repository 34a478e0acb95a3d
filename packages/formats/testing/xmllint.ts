import { spawnSync } from 'node:child_process';

let status: number | null | undefined;

/** Why documents cannot be validated here; undefined if they can. */
export function missingXmllint(): string | undefined {
  status ??= spawnSync('xmllint', ['--version'], { stdio: 'ignore' }).status;
  return status === 0 ? undefined : 'libxml2-utils is not installed: no xmllint to validate with';
}

/** What xmllint finds wrong with documents by a schema; '' if they are all valid. */
export function schemaFaults(schema: string, documents: readonly string[]): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, ...documents], {
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

/** The number that an XPath expression gives for a document in xmllint: an independent count. */
export function countByXpath(document: string, expression: string): number {
  const { stdout, stderr, status } = spawnSync('xmllint', ['--nonet', '--huge', '--xpath', expression, document], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`xmllint --xpath failed: ${stderr}`);
  return Number(stdout);
}
