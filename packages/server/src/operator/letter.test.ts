import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccessRequestView } from '@fieldbridge/contract';
import { foldedName } from '../directory/name.ts';
import { approvalLetter, COLLECT_PLACE, declineLetter, withCollectPage } from './letter.ts';
import { CREDENTIAL_SPACES, interfaceAddress, interfaceOf, spaceOf } from './spaces.ts';
import { timeOrNull, viewCredential, viewWeighBridge } from './views.ts';

const request: AccessRequestView = {
  ...{ id: 'r', state: 'pending', origin: 'form', organisationName: 'Gravel & Sons', contactName: null },
  ...{ email: 'it@gravel.example', interface: 'weighing', environment: 'production', note: null, weighBridges: [] },
  ...{ createdAt: '', decidedAt: null, decidedBy: null, reason: null, organisationId: null, clientId: null },
};
const bridge = (id: string, name: string) => ({
  ...{ id, name, organisationId: 'o', timeZone: 'UTC', createdAt: 0, modifiedAt: 1 },
});
const facts = {
  ...{ clientId: 'the-client', collectUntil: '2026-01-15T00:00:00.000Z', weighBridges: [bridge('b-1', 'Pit')] },
  ...{ interfaceUrl: 'https://x/weighing/v2', referenceUrl: 'https://x/docs', supportEmail: 'desk@x.example' },
};

describe('the letter of an approval', () => {
  test('contains everything a client needs, in the words of the interface document, but no secret', () => {
    const { subject, body } = approvalLetter(request, facts);
    assert.equal(subject, 'Access to the weighing interface (production)');
    for (const line of [
      'Dear Gravel & Sons,',
      'Client ID:  the-client',
      'Address:    https://x/weighing/v2',
      'Reference:  https://x/docs',
      `  ${COLLECT_PLACE}`,
      'The page closes at 2026-01-15T00:00:00.000Z.',
      '  b-1  Pit',
      'Questions: desk@x.example',
    ])
      assert.ok(body.split('\n').includes(line), line);
    assert.match(body, /locationId/);
  });

  test('greets a person if one is named, and omits an empty list of weigh bridges', () => {
    const { subject, body } = approvalLetter(
      { ...request, contactName: 'Ada', interface: 'conversion', environment: null },
      { ...facts, weighBridges: [] },
    );
    assert.equal(subject, 'Access to the conversion interface');
    assert.match(body, /^Dear Ada,\n/);
    assert.ok(!body.includes('weigh bridge'));
  });

  test('gets the address and the closing time of its page in the one place, whatever the address contains', () => {
    const letter = approvalLetter({ ...request, contactName: COLLECT_PLACE }, facts);
    for (const url of ["https://x/c/$&$'$`$1", 'https://x/c/plain']) {
      const { subject, body } = withCollectPage(letter, { url, closesAt: 'the end of time' });
      assert.equal(subject, letter.subject);
      assert.ok(body.includes(`:\n  ${url}\nThe page closes at the end of time.\n`), body);
      const back = body.replace(url, COLLECT_PLACE).replace('the end of time', facts.collectUntil);
      assert.equal(back, letter.body, 'nothing else is changed');
    }
  });
});

test('the letter of a refusal gives the reason and an address for replies', () => {
  const { subject, body } = declineLetter(request, 'No contract yet.', 'desk@x.example');
  assert.equal(subject, 'Your request for access to the weighing interface (production)');
  assert.match(body, /was declined:\n\n {2}No contract yet\.\n\nReply to desk@x\.example if you have questions\.\n$/);
});

describe('the space of an interface and an environment', () => {
  test('exists for each documented pair, and back', () => {
    for (const [name, environment, space] of [
      ['project', 'sandbox', 'project-sandbox'],
      ['project', 'production', 'project-production'],
      ['weighing', 'sandbox', 'weighing-sandbox'],
      ['weighing', 'production', 'weighing-production'],
      ['conversion', null, 'conversion'],
      ['conversion', undefined, 'conversion'],
    ] as const) {
      assert.equal(spaceOf(name, environment), space);
      assert.deepEqual(interfaceOf(space), { interface: name, environment: environment ?? null });
      assert.ok(CREDENTIAL_SPACES.includes(space as never));
    }
  });

  test('is refused with its field if an environment is missing or superfluous', () => {
    for (const [name, environment] of [
      ['project', null],
      ['weighing', undefined],
      ['conversion', 'sandbox'],
    ] as const)
      assert.throws(
        () => spaceOf(name, environment),
        (error: { code?: string; options?: { errors?: { pointer: string }[] } }) =>
          error.code === 'validation-failed' && error.options?.errors?.[0]?.pointer === '#/environment',
        name,
      );
  });

  test('has the address of the documents, or the one in the settings', () => {
    const paths: Record<string, string> = { weighingSandboxPath: '/scales', projectPath: '' };
    for (const [space, address, moved] of [
      ['project-sandbox', '/project/v1/sandbox', '/v1/sandbox'],
      ['project-production', '/project/v1/production', '/v1/production'],
      ['weighing-sandbox', '/weighing-sandbox/v2', '/scales/v2'],
      ['weighing-production', '/weighing/v2', '/weighing/v2'],
      ['conversion', '/conversion', '/conversion'],
    ] as const) {
      const name = `${space.startsWith('weighing-s') ? 'weighingSandbox' : interfaceOf(space).interface}Path`;
      const standard = space === 'weighing-sandbox' ? '/weighing-sandbox' : `/${interfaceOf(space).interface}`;
      assert.equal(
        interfaceAddress(space, (one) => (one === name ? standard : assert.fail(one))),
        address,
      );
      assert.equal(
        interfaceAddress(space, (one) => paths[one] ?? standard),
        moved,
      );
    }
  });
});

test('a credential at the desk shows its secrets by id and time, never a hash', () => {
  const secret = {
    id: 's',
    createdAt: 0,
    lastUsedAt: null,
    expiresAt: 500,
    revokedAt: 1000,
    hash: new Uint8Array(32),
    digest: 'd',
  };
  const credential = {
    clientId: 'c',
    organisationId: 'o',
    label: 'l',
    createdAt: 0,
    revokedAt: null,
    secrets: [secret],
  };
  assert.deepEqual(viewCredential(credential, 'weighing-sandbox'), {
    ...{ clientId: 'c', organisationId: 'o', label: 'l', interface: 'weighing', environment: 'sandbox' },
    ...{ createdAt: '1970-01-01T00:00:00.000Z', revokedAt: null },
    secrets: [
      {
        id: 's',
        createdAt: '1970-01-01T00:00:00.000Z',
        lastUsedAt: null,
        expiresAt: '1970-01-01T00:00:00.500Z',
        revokedAt: '1970-01-01T00:00:01.000Z',
      },
    ],
  });
  assert.deepEqual(Object.keys(viewWeighBridge(bridge('b', 'n'))), [
    'id',
    'name',
    'timeZone',
    'createdAt',
    'modifiedAt',
  ]);
  assert.deepEqual(
    [timeOrNull(null), timeOrNull(0)],
    [null, '1970-01-01T00:00:00.000Z'],
    'the first moment is a moment',
  );
});

test('names are compared ignoring case, in every script, and however accents are composed', () => {
  for (const [one, other] of [
    ['ACME', 'acme'],
    ['Müller', 'MÜLLER'],
    ['E\u0301clair', 'éclair'],
    ['ΟΔΟΣ', 'οδος'],
    ['Ж', 'ж'],
  ])
    assert.equal(foldedName(one!), foldedName(other!), one);
  for (const [one, other] of [
    ['Acme', 'Acme '],
    ['Strasse', 'Straße'],
    ['e', 'é'],
  ])
    assert.notEqual(foldedName(one!), foldedName(other!), one);
});
