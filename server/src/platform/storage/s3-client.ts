/** Amazon's client, which gives up on an S3 that does not answer and says so in words for people. */
import type { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandInput, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { HttpError } from '../errors.ts';

/** How long S3 may take to connect (waiting for a free socket included), and then to be silent. */
export interface Patience {
  connectMs: number;
  silenceMs: number;
}

/** Statuses of S3 that pass; 501 says for ever that it cannot do a thing. */
const passing = new Set([500, 502, 503, 504]);

/** @throws HttpError 503 for what the network or S3's own trouble did; anything else as it is. */
function refuse(error: unknown): never {
  const { $metadata, code, name } = error as { $metadata?: { httpStatusCode?: number }; code?: string; name?: string };
  const status = $metadata?.httpStatusCode;
  const isAway = status ? passing.has(status) : name === 'TimeoutError' || code !== undefined;
  if (!isAway) throw error;
  const refusal = new HttpError(503, 'The file store does not answer; please try again in a moment', {
    retryAfter: 10,
  });
  refusal.cause = error;
  throw refusal;
}

export function openS3(config: S3ClientConfig, { connectMs, silenceMs }: Patience): S3Client {
  const client = new S3Client({
    ...config,
    maxAttempts: 2,
    // With it, each larger file gets sockets of its own, which nothing bounds.
    expectContinueHeader: false,
    // Not `requestTimeout`, which is of the whole call: a piece of a video may take long, as long as it moves.
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs, socketAcquisitionWarningTimeout: 60_000 },
  });
  client.middlewareStack.add((next) => (given) => next(given).catch(refuse), { step: 'initialize', priority: 'high' });
  return client;
}

export async function readObject(client: S3Client, object: GetObjectCommandInput): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand(object));
  return Buffer.from((await Body?.transformToByteArray().catch(refuse)) ?? []);
}

/** Its bytes as they come; what breaks off is told as the store's trouble. */
export async function openObject(client: S3Client, object: GetObjectCommandInput): Promise<Readable> {
  const { Body } = await client.send(new GetObjectCommand(object));
  return Body as Readable;
}
