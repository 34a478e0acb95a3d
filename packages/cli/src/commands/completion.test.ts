import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { runWords } from '../../testing/run-words.ts';
import { COMMANDS } from '../command-table.ts';

const script = async (kind: string): Promise<string> => {
  const { code, out, err } = await runWords(['completion', kind]);
  assert.deepEqual([code, err], [0, '']);
  return out;
};
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

describe('completion', () => {
  for (const kind of ['bash', 'zsh', 'fish', 'powershell', 'man'])
    test(`of ${kind} names every command and their options`, async () => {
      const text = (await script(kind)).replaceAll('\\-', '-');
      for (const name of Object.keys(COMMANDS)) assert.match(text, new RegExp(`\\b${name}\\b`));
      for (const option of ['on-duplicate', 'tolerance', 'client-secret-file', 'limit'])
        assert.ok(text.includes(option));
    });

  for (const [given, wanted] of [
    [
      ['fieldbridge', 'con'],
      ['convert', 'config'],
    ],
    [
      ['fieldbridge', 'convert', '--to-'],
      ['--to-unit', '--to-crs'],
    ],
    [
      ['fieldbridge', 'convert', 'a.dxf', '--to', 'mjf'],
      ['mjf', 'mjfzip'],
    ],
    [
      ['fieldbridge', 'convert', '--as', ''],
      ['drawing', 'features', 'both'],
    ],
    [['fieldbridge', 'tickets', 'imp'], ['import']],
    [
      ['fieldbridge', 'tickets', 'fo'],
      ['forward', 'follow'],
    ],
    [['fieldbridge', 'jobs', 'ex'], ['export']],
    [
      ['fieldbridge', 'projects', '--environment', ''],
      ['sandbox', 'production'],
    ],
    [['fieldbridge', 'operator', 'org'], ['organisations']],
    [['fieldbridge', 'help', 'dif'], ['diff']],
    [['fieldbridge', 'diff', 'a'], []],
  ] as const)
    test(`in bash: ${given.join(' ')}`, async (t) => {
      if (!has('bash')) return t.skip('bash is not installed');
      const words = given.map((word) => `'${word}'`).join(' ');
      const call = `COMP_WORDS=(${words}); COMP_CWORD=${given.length - 1}; _fieldbridge; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', `${await script('bash')}\n${call}`], { encoding: 'utf8' });
      assert.equal(stderr, '');
      assert.deepEqual(stdout.split('\n').filter(Boolean).sort(), [...wanted].sort());
    });

  for (const [shell, kind, words] of [
    ['zsh', 'zsh', ['-n']],
    ['fish', 'fish', ['--no-execute']],
    ['groff', 'man', ['-man', '-ww', '-z', '-Tutf8', '-Kutf8']],
    ['mandoc', 'man', ['-Tlint', '-Wwarning']],
  ] as const)
    test(`${shell} finds no fault in its script`, async (t) => {
      if (!has(shell)) return t.skip(`${shell} is not installed`);
      const { status, stderr, stdout } = spawnSync(shell, words, { input: await script(kind), encoding: 'utf8' });
      assert.deepEqual([status, stdout + stderr], [0, '']);
    });

  test('of an unknown shell is refused', async () => {
    const { code, err } = await runWords(['completion', 'bsh']);
    assert.equal(code, 2);
    assert.match(err, /name one of bash, zsh, fish, powershell, man; did you mean bash\?/);
    assert.equal((await runWords(['completion'])).code, 2);
  });
});
