/**
 * Encryption of secrets at rest with keys derived from JWT_SECRET: what either accepted secret has sealed can be opened
 * (docs/decisions/0063), and each text begins with a mark of its key, so that a job can seal it anew.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#platform/config.ts';

type Secrets = Pick<Config, 'jwtSecret' | 'acceptedSecrets'>;

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const derived = (secret: string, use: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', use, bytes));

/** First part of the texts sealed with a secret. */
export const sealMark = (secret: string): string => derived(secret, 'mark of sealed secrets', 6).toString('base64url');

/** Encrypts a text. `owner` is authenticated, so that a sealed text cannot be moved to another row. */
export function seal(text: string, owner: string, { jwtSecret }: Pick<Secrets, 'jwtSecret'>): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, derived(jwtSecret, 'sealed secrets', 32), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([iv, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]);
  return `${sealMark(jwtSecret)}.${sealed.toString('base64url')}`;
}

/** Text of a sealed one; undefined if it was sealed with another secret or for another owner, or was changed. */
export function unseal(sealed: string, owner: string, { acceptedSecrets }: Pick<Secrets, 'acceptedSecrets'>) {
  const [mark = '', body = ''] = sealed.split('.');
  const secret = acceptedSecrets.find((one) => sealMark(one) === mark);
  const bytes = Buffer.from(body, 'base64url');
  if (secret === undefined || bytes.length < ivBytes + tagBytes) return undefined;
  const opening = createDecipheriv(cipher, derived(secret, 'sealed secrets', 32), bytes.subarray(0, ivBytes));
  opening.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return opening.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return undefined;
  }
}
