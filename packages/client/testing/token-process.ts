// A program that shares a store of tokens with others: node token-process.ts URL FOLDER. For each line that it reads, a
// number, it sends so many requests at once and prints how many were answered.
import { createInterface } from 'node:readline';
import { FileTokenStore } from '../src/files/file-token-store.ts';
import { clientOf } from './client-of.ts';

const [url, folder] = process.argv.slice(2) as [string, string];
const { divisions } = clientOf({ url }, { tokens: new FileTokenStore(folder) }).project;
for await (const line of createInterface({ input: process.stdin })) {
  const outcomes = await Promise.allSettled(Array.from({ length: Number(line) }, () => divisions.list()));
  const answered = outcomes.filter(({ status }) => status === 'fulfilled').length;
  process.stdout.write(`${answered}\n`);
}
