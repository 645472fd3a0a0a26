/** S3 client with timeouts, which reports an unavailable store as 503. */
import type { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandInput, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { HttpError } from '../errors.ts';

/** Timeouts for connecting (including waiting for a free socket), and for inactivity. */
export interface Timeouts {
  connectMs: number;
  silenceMs: number;
}

/** Temporary statuses of S3; 501 is permanent. */
const passing = new Set([500, 502, 503, 504]);

/** Rethrows an error. @throws HttpError 503 for network errors and temporary statuses; else the error itself. */
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

export function openS3(config: S3ClientConfig, { connectMs, silenceMs }: Timeouts): S3Client {
  const client = new S3Client({
    ...config,
    maxAttempts: 2,
    // Otherwise larger files get additional sockets without a limit.
    expectContinueHeader: false,
    // Not `requestTimeout`, which limits the whole call; uploading a part may take long while data flows.
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs, socketAcquisitionWarningTimeout: 60_000 },
  });
  client.middlewareStack.add((next) => (args) => next(args).catch(refuse), { step: 'initialize', priority: 'high' });
  return client;
}

export async function readObject(client: S3Client, object: GetObjectCommandInput): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand(object));
  return Buffer.from((await Body?.transformToByteArray().catch(refuse)) ?? []);
}

/** Opens an object as a stream. */
export async function openObject(client: S3Client, object: GetObjectCommandInput): Promise<Readable> {
  const { Body } = await client.send(new GetObjectCommand(object));
  return Body as Readable;
}
