/** Releases as numbers that grow. */
export const [R13, R14, R2000, R2004, R2007, R2010, R2013, R2018] = [
  13, 14, 2000, 2004, 2007, 2010, 2013, 2018,
] as const;

/** The number of a release by its name. */
export function releaseNumber(name: string): number {
  return Number(name.replace('R', ''));
}
