import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { withoutBuiltinImports } from './builtin-imports.mjs';

describe('imports of Node’s own modules in the build', () => {
  const CASES: [name: string, source: string, built: string][] = [
    [
      'of names',
      "import { join, sep as slash } from 'node:path';",
      "var { join, sep: slash } = process.getBuiltinModule('node:path');",
    ],
    [
      'of names and types on several lines',
      "import {\n  type Stats,\n  readFileSync,\n} from 'node:fs';",
      "var {\n  \n  readFileSync,\n} = process.getBuiltinModule('node:fs');",
    ],
    ['of its default', "import zlib from 'node:zlib';", "var zlib = process.getBuiltinModule('node:zlib');"],
    ['of all in it', "import * as fs from 'node:fs';", "var fs = process.getBuiltinModule('node:fs');"],
    ['of types', "import type { Server } from 'node:http';", "import type { Server } from 'node:http';"],
    ['of another module', "import { a } from './node:fs.ts';", "import { a } from './node:fs.ts';"],
    ['when needed', "await import('node:http');", "await import('node:http');"],
  ];
  for (const [name, source, built] of CASES) test(name, () => assert.equal(withoutBuiltinImports(source), built));

  test('load nothing that Node loads lazily', () => {
    const lateOf = (text: string): string => {
      const source = `${text}\nconsole.log(process.moduleLoadList.includes('NativeModule internal/fs/streams'), existsSync);`;
      return spawnSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' }).stdout;
    };
    const text = "import { existsSync } from 'node:fs';";
    assert.match(lateOf(withoutBuiltinImports(text)), /^false \[Function/);
    // As long as this is the case, the build needs its replacement.
    assert.match(lateOf(text), /^true \[Function/);
  });
});
