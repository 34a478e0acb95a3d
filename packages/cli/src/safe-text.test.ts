import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runWords } from '../testing/run-words.ts';
import { safeText } from './safe-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'safe-text-'));
after(() => rmSync(folder, { recursive: true }));

for (const [name, text, shown] of [
  ['a colour', 'a\u001b[31mb', 'a\\u001b[31mb'],
  ['a title of the window', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
  ['one byte that starts a sequence', '\u009b2J', '\\u009b2J'],
  ['the start of the line', 'ok\rERROR', 'ok\\u000dERROR'],
  ['the writing direction', 'a\u202eb\u2066c\u200fd', 'a\\u202eb\\u2066c\\u200fd'],
  ['another line', 'a\u2028b', 'a\\u2028b'],
  ['text with lines, tabs and accents', 'Straße\t1\n', 'Straße\t1\n'],
] as const)
  test(`${name}: ${shown.trim()}`, () => {
    assert.equal(safeText(text), shown);
  });

const HOSTILE = 'KERB\u001b]0;owned\u0007\u202e';
const DXF = `0\nSECTION\n2\nENTITIES\n0\nPOINT\n8\n${HOSTILE}\n10\n1\n20\n2\n30\n3\n0\nENDSEC\n0\nEOF\n`;

for (const words of [
  ['inspect', 'hostile.dxf'],
  ['inspect', 'hostile.dxf', '--json'],
  ['convert', 'hostile.dxf', 'out.csv'],
  ['convert', 'hostile.dxf', 'out.tn3'],
  ['convert', `none${HOSTILE}.dxf`, 'out.csv'],
])
  test(`${words.join(' ').replace(HOSTILE, '…')} prints no character that a terminal obeys`, async () => {
    writeFileSync(join(folder, 'hostile.dxf'), DXF);
    const { out, err } = await runWords(words.map((word) => (word.includes('.') ? join(folder, word) : word)));
    assert.doesNotMatch(out + err, /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
    assert.ok((out + err).length > 0);
    if (words.includes('--json'))
      assert.ok(JSON.stringify(JSON.parse(out)).includes(JSON.stringify(HOSTILE).slice(1, -1)));
  });
