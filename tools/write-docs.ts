// Writes the pages of docs/ that are generated from tables in the code: npm run docs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsPage } from '@fieldbridge/contract';
import { issuesPage } from '@fieldbridge/formats';
import { describeSettings, settingsPage } from '@fieldbridge/server';

const docs = join(import.meta.dirname, '../docs');
writeFileSync(join(docs, 'problems.md'), problemsPage());
writeFileSync(join(docs, 'issues.md'), issuesPage());
writeFileSync(join(docs, 'settings.md'), settingsPage(describeSettings({})));
