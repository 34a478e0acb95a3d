// What a user of the published libraries does: run in a project where they are installed, with any Node from 20.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { diffJobs, JobBuilder } from '@fieldbridge/fieldjob';
import { FORMATS, FormatError, read, readInto, write } from '@fieldbridge/formats';

const [major, minor] = process.versions.node.split('.').map(Number);
/** Formats that are SQLite files, and reference systems, need Node's own SQLite. */
const hasSqlite = major > 22 || (major === 22 && minor >= 13);

writeFileSync('points.csv', 'name,easting,northing,elevation,code\nA,500.25,800.5,12.345,TREE\nB,510,805,12.4,KERB\n');
const site = await read('points.csv', { options: { unit: 'm' } });
assert.deepEqual([site.format, site.job.points.length], ['csv', 2]);
for (const [file, format] of [
  ['out.dxf'],
  ['out.csv'],
  ['out.xml', 'landxml'],
  ['out.dgn'],
  ['out.dwg'],
  ['out.tp3'],
  ...(hasSqlite ? [['out.mjf'], ['out.mjfzip']] : []),
]) {
  const losses = await write(site.job, file, { format });
  assert.ok(Array.isArray(losses));
  const back = await read(file);
  assert.equal(back.job.points.length, 2, file);
  const { moved, onlyA } = diffJobs(site.job, back.job, { tolerance: 0.0005, kinds: ['point'] }).counts.point;
  assert.deepEqual([moved, onlyA], [0, 0], file);
  back.close();
}

const builder = new JobBuilder();
const { issues } = await readInto(new TextEncoder().encode('name,northing,easting\nA,1,2\n'), builder, {
  name: 'x.csv',
});
assert.deepEqual([builder.job.points.length, issues.length > 0], [1, true]);
await assert.rejects(
  read(new Uint8Array(100)),
  (error) => error instanceof FormatError && error.code === 'format-unknown',
);
await assert.rejects(read('points.csv', { options: { colour: 'red' } }), { code: 'option-invalid' });
assert.ok(FORMATS.length > 10);

const moving = async () => {
  const { job } = await read('points.csv', { options: { unit: 'm', crs: '25832' } });
  await write(job, 'moved.csv', { options: { crs: '25833' } });
};
if (hasSqlite) await moving();
else await assert.rejects(moving(), { code: 'sqlite-missing' });
site.close();

const { Fieldbridge, signWebhook, verifyWebhook } = await import('@fieldbridge/client');
const { FileTokenStore } = await import('@fieldbridge/client/file-token-store');
const { TicketQueue } = await import('@fieldbridge/client/queue');
const secret = `whsec_${btoa('a secret of thirty-two characters')}`;
assert.deepEqual(await verifyWebhook('{"n":1}', await signWebhook('{"n":1}', secret), secret), { n: 1 });
const nobody = { baseUrl: 'http://127.0.0.1:9', environment: 'sandbox', clientId: 'a', clientSecret: 'b' };
const away = new Fieldbridge({ ...nobody, repetition: { attempts: 1 }, tokens: new FileTokenStore('tokens') });
await assert.rejects(away.project.divisions.list(), { name: 'NetworkError' });
const queue = await TicketQueue.open('queue');
await queue.add([{ locationId: 'l', externalId: '1', nettWeight: { quantity: 1, unit: 't' } }]);
await assert.rejects(queue.forward({ tickets: away.tickets, untilEmpty: true }), { name: 'NetworkError' });
await queue.close();
console.log(`the libraries work on Node ${process.version}`);
