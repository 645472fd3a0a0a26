/** Tracking documents in Google's emulator, under this repository's firestore.rules. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { TrackingWorld, WireDocument } from './tracking-world.ts';
import { startEmulator } from './emulator.ts';
import { rulesOf } from '../scripts/lib/firestore-rules.ts';
import { sendWith } from './request-headers.ts';

/** Maximum number of writes in one commit. */
const maxWrites = 500;

/** @param project owner of the documents: a tenant's name, which the rules check */
export async function emulatorWorld(jar: string, project: Tenant = 'coding'): Promise<TrackingWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-rules-'));
  const rules = join(folder, 'firestore.rules');
  await writeFile(rules, rulesOf(project));
  const emulator = await startEmulator(jar, project, rules);
  return {
    origin: emulator.origin,
    access: { mode: 'embedded', projectId: project, apiKey: 'any', path: '' },
    fill: (documents) => fill(`${emulator.origin}/`, `projects/${project}/databases/(default)/documents`, documents),
    async signInAs(role, tenant = project) {
      // Simulates a project that accepts the token of another tenant's service account; the rules must refuse it.
      sendWith(emulator.origin, { authorization: `Bearer ${unsignedToken(role, tenant, 0, project)}` });
    },
    signOut: () => sendWith(emulator.origin, {}),
    async stop() {
      await emulator.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * ID token as Firebase Auth issues it after signing in with our custom token; the emulator checks no signature.
 * `signedInAgo` in seconds.
 */
export function unsignedToken(role: string, tenant: string, signedInAgo = 0, project = 'coding'): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: 'somebody',
    user_id: 'somebody',
    iat: now,
    auth_time: now - signedInAgo,
    exp: now + 3600,
    role,
    tenant,
    firebase: { sign_in_provider: 'custom', identities: {} },
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function fill(origin: string, root: string, documents: WireDocument[]): Promise<void> {
  await asOwner(`${origin}emulator/v1/${root}`, 'DELETE');
  const writes = documents.map(({ collection, id, fields }) => ({
    update: { name: `${root}/${collection}/${id}`, fields },
  }));
  for (let start = 0; start < writes.length; start += maxWrites) {
    await asOwner(`${origin}v1/${root}:commit`, 'POST', { writes: writes.slice(start, start + maxWrites) });
  }
}

async function asOwner(url: string, method: string, body?: unknown): Promise<void> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The emulator answers ${answer.status}: ${await answer.text()}`);
}
