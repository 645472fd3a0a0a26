/** Tests that no request is lost while servers behind HAProxy are restarted one after the other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { beginUpload, finishUpload } from '#contract/kernel/upload.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { mp4 } from '#platform/testing/files.ts';
import { signInAt } from '#platform/testing/spawned-session.ts';
import { missingPrograms } from './lib/debian.mjs';
import { jsonCall, RollingServers } from './lib/rolling-servers.ts';

vi.setConfig({ testTimeout: 400_000 });

const enough = 10_000;
const callers = 6;

const missing = await missingPrograms('rolling restart', ['haproxy']);

let target: TestDatabase;
let servers: RollingServers;
let headers: Record<string, string>;

beforeAll(async () => {
  if (missing) return;
  target = await testDatabase();
  headers = { authorization: `Bearer ${await signInAt(target.ownerUrl)}` };
  servers = new RollingServers(target.ownerUrl);
  // One process, and a first process with two others.
  await servers.open(['1', '2'].map((PROCESSES) => ({ env: { PROCESSES } })));
});
afterAll(async () => {
  if (missing) return;
  await servers.close();
  await target.drop();
});

/** Reads, and writes with every eighth call. */
async function work(caller: number, over: AbortSignal): Promise<void> {
  for (let n = 0; !over.aborted; n += 1) {
    const body = { name: `Bergulir ${caller}.${n}`, discount: 10_000, discountType: 1, productType: 'courses' };
    if (n % 8 === 0)
      await servers.call(`/api${discounts.create.url}`, { ...jsonCall('POST', body, headers), expected: 201 });
    else await servers.call(`/api${getOwnProfile.url}`, { headers });
  }
}

/** Uploads one file after the other, in pieces that any server may receive. */
async function upload(over: AbortSignal): Promise<number> {
  const bytes = mp4(400_000);
  const size = Math.ceil(bytes.length / 20);
  let files = 0;
  for (; !over.aborted; files += 1) {
    const announced = { filename: 'a', contentType: 'video/mp4', prefix: '', size: bytes.length };
    const begun = (await (
      await servers.call(`/api${beginUpload.url}`, jsonCall('POST', announced, headers))
    )?.json()) as { url: string; uploadId: string } | undefined;
    if (!begun) continue;
    for (let offset = 0; offset < bytes.length; offset += size) {
      await servers.call(begun.url, {
        expected: 204,
        method: 'PATCH',
        headers: {
          ...headers,
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: new Uint8Array(bytes.subarray(offset, offset + size)),
      });
    }
    await servers.call(`/api${finishUpload.url.replace(':id', begun.uploadId)}`, jsonCall('POST', {}, headers));
  }
  return files;
}

it.skipIf(missing)('loses none of 10,000 requests while each server is restarted twice', async () => {
  const over = new AbortController();
  const callersDone = Promise.all(Array.from({ length: callers }, (_, caller) => work(caller, over.signal)));
  const uploadsDone = upload(over.signal);
  const exits: (number | null)[] = [];
  for (const at of [0, 1, 0, 1]) exits.push(await servers.restart(at));
  while (servers.sent.count < enough) await sleep(100);
  over.abort();
  await callersDone;
  expect(await uploadsDone).toBeGreaterThan(0);
  expect(exits).toEqual([0, 0, 0, 0]);
  expect(servers.sent.lost).toEqual([]);
  expect(servers.sent.count).toBeGreaterThanOrEqual(enough);
});
