/** Heads of the trail's seals: what is signed, with which key, and the line that is kept outside the database. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { resolve } from 'node:path';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { persistentSecret } from '#platform/persistent-secret.ts';

interface Seal {
  number: number;
  /** `2026-11-27` */
  day: string;
  fromId: string;
  toId: string;
  entries: number;
  late: number;
  leavesHash: Buffer;
  changesHash: Buffer;
  previous: Buffer;
  /** ISO 8601 in seconds, UTC. */
  madeAt: string;
}

export interface SignedSeal extends Seal {
  head: Buffer;
  publicKey: Buffer;
  signature: Buffer;
}

export const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

/** `previous` of the first seal. */
export const noHead = Buffer.alloc(32);

/** Digest of all that a seal states. */
export const headOf = (tenant: Tenant, seal: Seal): Buffer =>
  sha256(
    [
      'lectern-trail 1',
      `tenant ${tenant}`,
      `seal ${seal.number}`,
      `day ${seal.day}`,
      `from ${seal.fromId}`,
      `to ${seal.toId}`,
      `entries ${seal.entries}`,
      `late ${seal.late}`,
      `leaves ${seal.leavesHash.toString('hex')}`,
      `changes ${seal.changesHash.toString('hex')}`,
      `made ${seal.madeAt}`,
      `previous ${seal.previous.toString('hex')}`,
      '',
    ].join('\n'),
  );

/** Headers of Ed25519 keys in DER, before their 32 bytes. */
const der = {
  private: Buffer.from('302e020100300506032b657004220420', 'hex'),
  public: Buffer.from('302a300506032b6570032100', 'hex'),
};

export interface TrailKey {
  publicKey: Buffer;
  sign(head: Buffer): Buffer;
}

/** Key by TRAIL_KEY, else by the secret in DATA_DIR/trail-key, which is created if missing. */
export function trailKey({ trail, dataDir }: Pick<Config, 'trail' | 'dataDir'>): TrailKey {
  const secret = trail.key ?? persistentSecret(resolve(dataDir, 'trail-key'));
  const key = createPrivateKey({
    key: Buffer.concat([der.private, Buffer.from(secret, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(der.public.length);
  return { publicKey, sign: (head) => sign(null, head, key) };
}

const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([der.public, bytes]), format: 'der', type: 'spki' });

export function isSigned({
  head,
  signature,
  publicKey,
}: Pick<SignedSeal, 'head' | 'signature' | 'publicKey'>): boolean {
  try {
    return verify(null, head, publicKeyOf(publicKey), signature);
  } catch {
    // No key or no signature at all.
    return false;
  }
}

/** Head in one line, for the file store and for mail. */
export const lineOf = (tenant: Tenant, { number, madeAt, head, signature, publicKey }: SignedSeal): string =>
  [
    'lectern-trail',
    tenant,
    number,
    madeAt,
    ...[head, signature, publicKey].map((one) => one.toString('base64url')),
  ].join(' ');

export interface HeadLine extends Pick<SignedSeal, 'number' | 'madeAt' | 'head' | 'signature' | 'publicKey'> {
  tenant: string;
}

/** Heads in any text, such as a mail. */
export function readLines(text: string): HeadLine[] {
  const lines = text.matchAll(/lectern-trail (\w+) (\d+) (\S+) ([\w-]{43})\s+([\w-]{86})\s+([\w-]{43})/g);
  return Array.from(lines, ([, tenant = '', number, madeAt = '', ...bytes]) => {
    const [head, signature, publicKey] = bytes.map((one) => Buffer.from(one, 'base64url')) as [Buffer, Buffer, Buffer];
    return { tenant, number: Number(number), madeAt, head, signature, publicKey };
  });
}
