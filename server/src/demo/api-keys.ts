/** API keys in each state; nobody knows their secrets. */
import type { ApiScope } from '#contract/kernel/scopes.ts';
import { demoId } from './demo-id.ts';
import type { DemoRows, World } from './records.ts';

const dayMs = 86_400_000;
/** Name, scopes, and days from now of: creation, last use, end, revocation. */
type Key = [string, ApiScope[], number, number?, number?, number?];
const keys: Key[] = [
  ['Situs anggota', ['members:write', 'catalogue:read', 'orders:write', 'access:read', 'progress:write'], -200, 0, 300],
  ['Halaman pembayaran', ['orders:read', 'payments:write'], -350, 0, 9],
  ['Gudang data', ['members:read', 'orders:read'], -20, undefined, 160],
  ['Claude', ['catalogue:read', 'orders:read', 'proposals:write'], -15, 0, 60],
  ['CRM lama', ['members:read'], -400, -45, -30],
  ['Aplikasi absensi', ['attendance:write'], -90, -12, undefined, -10],
];

export function makeApiKeys({ tenant, now }: World, users: DemoRows['user']): Pick<DemoRows, 'apiKey' | 'apiKeyUse'> {
  const at = (days: number | undefined) =>
    days === undefined ? null : new Date(now.getTime() + days * dayMs).toISOString();
  const createdBy = users.find(({ role }) => role === 'superadmin')?.id ?? null;
  const made = keys.map(([name, scopes, created, used, expires, revoked], n) => {
    const id = demoId(tenant, 'api-key', n);
    // The hash of nothing known.
    const keyHash = Buffer.alloc(32, id);
    const times = { createdAt: at(created)!, expiresAt: at(expires), revokedAt: at(revoked) };
    return {
      used: at(used),
      row: { id, name, scopes, keyHash, lastFour: id.slice(-4), addresses: [], createdBy, ...times },
    };
  });
  return {
    apiKey: made.map(({ row }) => row),
    apiKeyUse: made.flatMap(({ used, row }) => (used ? [{ apiKeyId: row.id, at: used, address: '203.0.113.7' }] : [])),
  };
}
