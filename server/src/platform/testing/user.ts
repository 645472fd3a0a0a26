/** Users for tests; the only kind of record that the platform knows. */
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';

export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

let created = 0;

/** Creates a user, by default a member without a valid password hash; returns the id. */
export async function addUser(
  sql: Sql,
  tenant: Tenant,
  user: { name?: string; email?: string; role?: Role | 'member'; hash?: string } = {},
): Promise<string> {
  created += 1;
  const { name = `Peserta ${created}`, email = `peserta${created}@sample.test`, role = 'member', hash = 'none' } = user;
  const [row] = await sql(
    `insert into "user" (tenant, email, name, password_hash, role) values ($1, $2, $3, $4, $5) returning id`,
    [tenant, email, name, hash, role],
  );
  return String(row?.['id']);
}
