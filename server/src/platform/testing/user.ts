/** Users, the one record that the platform knows, for tests that need somebody. */
import type { Role, Tenant } from '#contract/kernel.ts';

export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

let made = 0;

/** A new member unless something else is said, who cannot sign in without a hash; answers the id. */
export async function addUser(
  sql: Sql,
  tenant: Tenant,
  given: { name?: string; email?: string; role?: Role | 'member'; hash?: string } = {},
): Promise<string> {
  made += 1;
  const { name = `Peserta ${made}`, email = `peserta${made}@sample.test`, role = 'member', hash = 'none' } = given;
  const [row] = await sql(
    `insert into "user" (tenant, email, name, password_hash, role) values ($1, $2, $3, $4, $5) returning id`,
    [tenant, email, name, hash, role],
  );
  return String(row?.['id']);
}
