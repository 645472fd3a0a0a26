/**
 * Resumable upload of a 256 MB file, from its announcement until it is readable, against one request that bare
 * node:http writes to the same disk. Run alone: node bench/uploads.ts
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { median } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, databaseUrl, startBare, tokenOf } from './server.ts';

const megabyte = 1024 ** 2;
const size = 256 * megabyte;
/** Same as in the app (admin/src/kit/api/send-chunks.ts). */
const pieceBytes = 16 * megabyte;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Header of an MP4, then bytes that compress badly. */
const piece = Buffer.alloc(pieceBytes, Buffer.from(Array.from({ length: 65_521 }, (_, n) => (n * n * 31) % 251)));
const first = Buffer.from(piece);
first.write('\0\0\0\u0018ftypisom\0\0\u0002\0isommp41', 'latin1');
const pieces = Array.from({ length: size / pieceBytes }, (_, n) => (n === 0 ? first : piece));

interface StartedUpload {
  url: string;
  uploadId: string;
}

async function send(method: string, url: string, headers: Record<string, string>, parts: readonly Buffer[]) {
  const sent = request(url, { method, agent, headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  for (const part of parts) if (!sent.write(part)) await Promise.race([once(sent, 'drain'), answered]);
  sent.end();
  const [answer] = await answered;
  let text = '';
  for await (const some of answer.setEncoding('utf8')) text += some as string;
  if (answer.statusCode! >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${text}`);
  return text;
}

/** Uploads from the announcement until the file is readable; returns its URL. */
export async function sendUpload(
  url: string,
  token: string,
  [filename, contentType]: readonly [name: string, mediaType: string],
  parts: readonly Buffer[],
): Promise<string> {
  const own = { authorization: `Bearer ${token}` };
  const json = { ...own, 'content-type': 'application/json' };
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const body = Buffer.from(JSON.stringify({ filename, contentType, prefix: 'bench', size: length }));
  const begun = JSON.parse(await send('POST', `${url}/api/admin/upload/resumable`, json, [body])) as StartedUpload;
  let offset = 0;
  for (const part of parts) {
    const headers = {
      ...own,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(part.length),
    };
    await send('PATCH', new URL(begun.url, url).href, headers, [part]);
    offset += part.length;
  }
  const kept = await send('POST', `${url}/api/admin/upload/${begun.uploadId}/finish`, own, []);
  return (JSON.parse(kept) as { file: { url: string } }).file.url;
}

const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};

export async function measureUploads(lectern: Running, bare: Running): Promise<void> {
  const client = await connect('coding');
  const token = await tokenOf(client, 'coding').finally(() => client.end());
  const taken: { mine: number; raw: number }[] = [];
  for (let round = 0; round < 5; round += 1) {
    const raw = await millisecondsOf(() => send('PUT', `${bare.url}/file`, { 'content-length': String(size) }, pieces));
    const mine = await millisecondsOf(() => sendUpload(lectern.url, token, ['kelas.mp4', 'video/mp4'], pieces));
    taken.push({ mine, raw });
  }
  const [mine, raw] = [median(taken.map((one) => one.mine)), median(taken.map((one) => one.raw))];
  note(
    'an upload of 256 MB in pieces, of one bare request to disk',
    median(taken.map((one) => one.raw / one.mine)) * 100,
    ' %',
    { min: 60 },
    `${(mine / 1000).toFixed(1)} s, ${(raw / 1000).toFixed(1)} s`,
  );
}

if (import.meta.main)
  await withOwnServer(async (lectern) => {
    const bare = await startBare(4701, await databaseUrl('coding'));
    await measureUploads(lectern, bare).finally(() => bare.stop());
  });
