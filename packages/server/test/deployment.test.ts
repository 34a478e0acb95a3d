import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { parse, parseAllDocuments } from 'yaml';
import { buildProgram } from '../../../tools/packages/program.ts';
import { describeSettings } from '../src/index.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { freePort } from '../testing/proxy.ts';
import { PLAIN_USER, readOnlyRootHindrance, spawnOnReadOnlyRoot } from '../testing/read-only-root.ts';
import type { DemoDocument } from '../testing/server.ts';

// The files for containers and services, as far as they can be tried without a container runtime and systemd.

const ROOT = join(import.meta.dirname, '../../..');
const file = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const work = mkdtempSync(join(tmpdir(), 'fieldbridge-deployment-'));
after(() => rmSync(work, { recursive: true }));

const dockerfile = file('Dockerfile');
const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
/** The variables that the image sets. */
const imageEnv = Object.fromEntries(
  /^ENV (.+)$/m
    .exec(image)![1]!
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
/** Fails for a variable that is no setting, and for a value that the server refuses. */
const accept = (env: Record<string, string>) => describeSettings({ env: { ...imageEnv, ...env } });

describe('the Dockerfile', () => {
  const port = imageEnv['FIELDBRIDGE_PORT'];

  test('sets variables that the server knows, and exposes the port at which it listens', () => {
    const settings = accept({});
    const value = (name: string) => settings.find((one) => one.name === name)!.value;
    assert.deepEqual([value('host'), String(value('port')), value('data')], ['0.0.0.0', port, '/data']);
    assert.match(image, new RegExp(`^EXPOSE ${port}$`, 'm'));
    assert.match(image, /^VOLUME \/data$/m);
  });

  test('runs as a user who is not root, by number', () => {
    assert.match(image, new RegExp(`^USER ${PLAIN_USER}:${PLAIN_USER}$`, 'm'));
  });

  test('takes images by plain names, without a host', () => {
    for (const [, name] of dockerfile.matchAll(/^FROM (\S+)/gm)) assert.match(name!, /^[a-z]+(?::[\w.-]+)?$/);
  });

  // What its build stage makes, with the packages of this project in place of installed ones.
  const writable = join(work, 'data');
  mkdirSync(writable);
  const hindrance = readOnlyRootHindrance(writable);
  test('its program serves and converts as a plain user with a read-only root', { skip: hindrance }, async () => {
    chmodSync(work, 0o755);
    chownSync(writable, PLAIN_USER, PLAIN_USER);
    const program = await buildProgram(join(work, 'program'));
    const { dependencies } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      const place = join(program, 'node_modules', name);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), place);
    }
    const [words] = /^CMD (\[.*\])$/m
      .exec(image)!
      .slice(1)
      .map((text) => JSON.parse(text) as string[]);
    const listening = String(await freePort());
    const env = { ...imageEnv, FIELDBRIDGE_DATA: writable, FIELDBRIDGE_PORT: listening, PATH: process.env['PATH']! };
    const start = [process.execPath, join(program, 'tools/start.mjs'), ...words!, '--demo'];
    const server = spawnOnReadOnlyRoot(writable, start, env);
    let said = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = once(server, 'exit');
    try {
      // The check of the image itself.
      const check = JSON.parse(/HEALTHCHECK[^[]*CMD (\[.*\])/s.exec(image)![1]!.split('\n')[0]!) as string[];
      const healthy = () =>
        spawnSync(
          process.execPath,
          check.slice(1).map((word) => word.replace(`:${port}/`, `:${listening}/`)),
        ).status;
      while (healthy() !== 0) {
        assert.equal(server.exitCode, null, said);
        await pause(100);
      }
      const demo = JSON.parse(readFileSync(join(writable, 'demo.json'), 'utf8')) as DemoDocument;
      const client = new ConversionClient(`http://127.0.0.1:${listening}`, demo.conversion);
      const { jobId } = await client.createJob({ name: 'In a container', unit: 'm' });
      await client.append(jobId, 'csv', 'name,northing,easting\nA,1,2\n', 'a.csv');
      assert.equal((await client.status(jobId)).state, 'idle', said);
      assert.match((await client.download(jobId, 'csv')).text, /^"?A"?,/m);
    } finally {
      server.kill('SIGTERM');
    }
    assert.deepEqual(await ended, [0, null], said);
  });
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly environment?: Record<string, string>;
        readonly ports?: string[];
        readonly volumes?: string[];
        readonly depends_on?: Record<string, unknown>;
        readonly stop_grace_period?: string;
      }
    >
  >;
  readonly volumes: object;
}

describe('deploy/compose.yaml', () => {
  const text = file('deploy/compose.yaml');
  const { services, volumes } = parse(text) as Compose;
  const { server } = services as { server: Compose['services'][string] };

  test('needs the variables of deploy/compose.env and no others', () => {
    const known = [...file('deploy/compose.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    const needed = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    assert.deepEqual([...needed].sort(), known.sort());
  });

  test('sets variables that the server knows', () => {
    const filled = Object.entries(server.environment!).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/, '$1').replace(/\$\{\w+:\?\}/, 'secret'),
    ]);
    accept(Object.fromEntries(filled));
  });

  test('publishes the port of the image, and mounts its data directory', () => {
    assert.ok(server.ports!.every((port) => port.endsWith(`:${imageEnv['FIELDBRIDGE_PORT']}`)));
    assert.ok(server.volumes!.some((volume) => volume.endsWith(`:${imageEnv['FIELDBRIDGE_DATA']}`)));
  });

  test('names only services and volumes that it has, and images without a host', () => {
    for (const service of Object.values(services)) {
      for (const name of Object.keys(service.depends_on ?? {})) assert.ok(name in services, name);
      for (const volume of service.volumes ?? []) assert.ok(volume.split(':')[0]! in volumes, volume);
      assert.match(service.image, /^[a-z]+(?:\/[a-z]+)?(?::[\w.-]+)?$/);
    }
    const addresses = Object.values(server.environment!).map((value) => value.replace(/\$\{[^}]*\}/g, 'x'));
    const hosts = addresses.filter((text) => /^(?:postgres|http):/.test(text)).map((text) => new URL(text).hostname);
    for (const host of hosts) assert.ok(host in services, host);
  });

  test('waits longer for the end than the server takes to drain', () => {
    const drain = describeSettings({}).find(({ name }) => name === 'drainSeconds')!.value as number;
    assert.ok(Number.parseInt(server.stop_grace_period!, 10) > drain);
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(file('deploy/systemd/fieldbridge.service'))![1]) > drain);
  });
});

/** What kustomize makes, as far as it is looked at. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: Record<string, string> };
    readonly minAvailable?: number;
    readonly scaleTargetRef?: { readonly name: string };
    readonly metrics?: readonly { readonly external: { readonly metric: { readonly name: string } } }[];
    readonly template?: { readonly metadata: { readonly labels: Record<string, string> }; readonly spec: Pod };
  };
}

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number };
  readonly volumes: readonly { readonly name: string }[];
  readonly containers: readonly [
    {
      readonly args: readonly string[];
      readonly ports: readonly { readonly containerPort: number }[];
      readonly envFrom: readonly { readonly configMapRef?: { readonly name: string } }[];
      readonly livenessProbe: { readonly httpGet: { readonly path: string } };
      readonly readinessProbe: { readonly httpGet: { readonly path: string } };
      readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
    },
  ];
}

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
describe('deploy/kubernetes', { skip: !hasKubectl && 'kubectl is not installed' }, () => {
  const text = hasKubectl
    ? execFileSync('kubectl', ['kustomize', join(ROOT, 'deploy/kubernetes')], { encoding: 'utf8' })
    : '';
  const manifests = parseAllDocuments(text).map((one) => one.toJS() as Manifest);
  const named = (kind: string, name: string) =>
    manifests.find((one) => one.kind === kind && one.metadata.name.startsWith(name))!;
  const deployments = ['api', 'worker'].map((role) => ({ role, of: named('Deployment', `fieldbridge-${role}`) }));

  test('sets variables that the server knows, beside those of a secret', () => {
    const secret = {
      FIELDBRIDGE_DATABASE: 'postgres://x@db/x',
      FIELDBRIDGE_KEY: Buffer.alloc(32, 1).toString('base64'),
      FIELDBRIDGE_BLOBS_ACCESS_KEY: 'a',
      FIELDBRIDGE_BLOBS_SECRET_KEY: 'b',
    };
    const config = named('ConfigMap', 'fieldbridge');
    for (const { role } of deployments) accept({ ...config.data, ...secret, FIELDBRIDGE_ROLE: role });
    for (const name of Object.keys(secret)) assert.ok(file('deploy/kubernetes/api.yaml').includes(name), name);
  });

  for (const { role, of } of deployments)
    test(`runs servers with the role ${role} as the image does, with a root that is read only`, () => {
      const { metadata, spec: pod } = of.spec!.template!;
      const [container] = pod.containers;
      assert.deepEqual(container.args, ['serve', '--role', role]);
      assert.equal(String(container.ports[0]!.containerPort), imageEnv['FIELDBRIDGE_PORT']);
      assert.equal(container.livenessProbe.httpGet.path, '/health/live');
      assert.equal(container.readinessProbe.httpGet.path, '/health/ready');
      assert.deepEqual(
        [
          pod.securityContext.runAsNonRoot,
          pod.securityContext.runAsUser,
          container.securityContext.readOnlyRootFilesystem,
        ],
        [true, 1000, true],
      );
      assert.equal(container.envFrom[0]!.configMapRef!.name, named('ConfigMap', 'fieldbridge').metadata.name);
      const mounted = container.volumeMounts.map(({ name }) => name);
      assert.deepEqual(
        mounted,
        pod.volumes.map(({ name }) => name),
      );
      assert.ok(container.volumeMounts.some(({ mountPath }) => mountPath === imageEnv['FIELDBRIDGE_DATA']));
      const drain = describeSettings({}).find(({ name }) => name === 'drainSeconds')!.value as number;
      assert.ok(pod.terminationGracePeriodSeconds > drain);
      const { matchLabels } = named('PodDisruptionBudget', `fieldbridge-${role}`).spec!.selector!;
      for (const [label, value] of Object.entries(matchLabels!)) assert.equal(metadata.labels[label], value, label);
    });

  test('has as many workers as the queue of imports needs, by a metric that the dashboard knows, too', () => {
    const { spec } = named('HorizontalPodAutoscaler', 'fieldbridge-worker');
    assert.equal(spec!.scaleTargetRef!.name, named('Deployment', 'fieldbridge-worker').metadata.name);
    const { name } = spec!.metrics![0]!.external.metric;
    assert.ok(file('deploy/grafana/fieldbridge.json').includes(name), name);
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
describe('deploy/systemd/fieldbridge.service', { skip: !hasSystemd && 'systemd-analyze is not installed' }, () => {
  const unit = join(work, 'fieldbridge.service');
  // verify looks whether the program exists.
  writeFileSync(unit, file('deploy/systemd/fieldbridge.service').replace('/usr/bin/node', process.execPath));

  test('is accepted by systemd-analyze verify', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('fieldbridge'));
    assert.deepEqual([status, own], [0, []]);
  });

  test('is exposed by less than 2.0 of 10 (systemd-analyze security)', () => {
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], { stdio: 'pipe' });
  });

  test('starts the server with flags that exist', () => {
    const flags = [...file('deploy/systemd/fieldbridge.service').matchAll(/ --([\w-]+)/g)].map(([, name]) => name!);
    const known = ['config', ...describeSettings({}).map(({ flag }) => flag.slice(2))];
    for (const flag of flags) assert.ok(known.includes(flag), flag);
  });
});
