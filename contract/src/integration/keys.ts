/** API keys of programs, which only superadmins see and change (docs/decisions/0099). */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, idOf, instant, name, text } from '../kernel/fields.ts';
import { scopeNames } from '../kernel/scopes.ts';

const place = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const address = text(50)
  .trim()
  .refine(
    (typed) => place.safeParse(typed).success,
    'Not an address or a network, such as 203.0.113.7 or 203.0.113.0/24',
  );

/** Form fields. */
export const apiKeyDraft = z.object({
  name: field(name(1, 60), {
    label: 'Name',
    hint: 'The program that uses it: the history shows “API key” and this name.',
  }),
  scopes: field(z.array(z.enum(scopeNames)).min(1, 'Choose at least one').max(scopeNames.length), {
    label: 'Scopes',
    hint: 'What the program may do. Choose no more than it needs.',
  }),
  expiresAt: field(instant.nullable().default(null), {
    label: 'Valid until',
    hint: 'Empty: until it is revoked.',
    isEnd: true,
  }),
  addresses: field(z.array(address).max(20, 'At most 20').default([]), {
    label: 'Addresses',
    item: 'address',
    hint: 'Addresses or networks of the program’s servers. Empty: from anywhere.',
  }),
});

/** Days before the end of a key in which it counts as expiring soon. */
const soonDays = 14;
export type KeyState = 'active' | 'expires soon' | 'expired' | 'revoked';
export function stateOfKey(key: { expiresAt: string | null; revokedAt: string | null }, now: Date): KeyState {
  if (key.revokedAt) return 'revoked';
  const left = key.expiresAt === null ? Infinity : Date.parse(key.expiresAt) - now.getTime();
  if (left <= 0) return 'expired';
  return left < soonDays * 86_400_000 ? 'expires soon' : 'active';
}

const all = { area: 'integration', roles: [] } as const;
const one = { ...all, params: byIdOf('api-key') } as const;
const moment = z.string().nullable();

/** Lists the keys: valid ones first, then by name. A key that ended is listed for 90 days. */
export const listApiKeys = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/api-key/',
  reply: z.object({
    apiKeys: z.array(
      z.object({
        apiKeyId: idOf('api-key'),
        name: z.string(),
        lastFour: z.string(),
        scopes: z.array(z.enum(scopeNames)),
        addresses: z.array(z.string()),
        expiresAt: moment,
        revokedAt: moment,
        createdAt: z.string(),
        createdBy: moment,
        /** At most a minute behind; null: never. */
        lastUsedAt: moment,
        lastUsedFrom: moment,
        /** End of the key before the last rotation, while it is valid. */
        previousUntil: moment,
      }),
    ),
  }),
});

const secret = z.object({ apiKeyId: idOf('api-key'), key: z.string() });

/**
 * Creates a key, which no other reply contains; therefore it honors no Idempotency-Key. 400 if it expires in the past,
 * 409 if the brand has 100 keys.
 */
export const createApiKey = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/api-key/',
  stepUp: true,
  success: 201,
  body: apiKeyDraft,
  reply: secret,
  messages: { ok: 'API key {name} created', fail: 'The API key was not created' },
});

/** Longest overlap of a rotation in hours. */
export const maxOverlapHours = 7 * 24;
export const rotationDraft = z.object({
  overlapHours: field(z.int().min(0, 'Not below 0').max(maxOverlapHours, `At most ${maxOverlapHours}`).default(24), {
    label: 'Hours in which both keys work',
    hint: 'Enter the new key in the program within this time. 0: the former one ends at once.',
  }),
});

/** Replaces the key by a new one; the former works for `overlapHours`, an earlier former one ends. 409 if it has ended. */
export const rotateApiKey = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/api-key/:id/rotate/',
  stepUp: true,
  success: 201,
  body: rotationDraft,
  reply: secret,
  messages: { ok: 'API key rotated', fail: 'The API key was not rotated' },
});

/** Revokes the key: within a second, it is refused everywhere. Nothing changes if it was revoked before. */
export const revokeApiKey = endpoint({
  ...one,
  method: 'DELETE',
  url: '/admin/api-key/:id/',
  stepUp: true,
  reply: z.object({ apiKeyId: idOf('api-key') }),
  messages: { ok: 'API key revoked', fail: 'The API key was not revoked' },
});
