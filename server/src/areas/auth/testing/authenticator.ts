/** Authenticator in software: creates a passkey (ES256) and signs with it, as a browser sends it. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Credential } from '#contract/kernel/credential.ts';

interface How {
  /** Origin of the page; default: the test server's. */
  origin?: string;
  rpId?: string;
  /** Whether the person was verified, by a finger or a PIN; default: true. */
  isVerified?: boolean;
  /** Adds to the counter; default: 1. */
  step?: number;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

export function softAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  function head({ rpId = 'localhost', isVerified = true, step = 1 }: How, flags = 0): Buffer {
    counter += step;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 1 | (isVerified ? 4 : 0)]), count]);
  }

  return {
    /** Answers options to create a passkey. */
    create({ challenge }: { challenge?: unknown }, how: How = {}): Credential {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const authData = Buffer.concat([head(how, 64), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const data = clientData('webauthn.create', String(challenge), how.origin ?? 'http://localhost:80');
      return {
        id: base64url(id),
        response: {
          clientDataJSON: base64url(data),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: 'internal',
        },
      };
    },
    /** Answers options to use the passkey. */
    use({ challenge }: { challenge?: unknown }, how: How = {}): Credential {
      const authenticatorData = head(how);
      const data = clientData('webauthn.get', String(challenge), how.origin ?? 'http://localhost:80');
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      return {
        id: base64url(id),
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      };
    },
  };
}
