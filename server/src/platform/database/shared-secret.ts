/**
 * Agreement of the servers of one database on JWT_SECRET (docs/decisions/0063): the database holds fingerprints of the
 * secrets of the server that started last, and of the one that the roles' passwords are derived from.
 */
import { createHmac } from 'node:crypto';
import type pg from 'pg';

/** Secrets of a server. */
export interface Secrets {
  jwtSecret: string;
  /** `jwtSecret` and, during a rotation, the other secret. */
  acceptedSecrets: readonly string[];
}

/** Fingerprints. */
export interface StoredSecrets {
  /** Secret that the server that started last signs with; it accepts `other` as well. */
  current: string;
  other: string | null;
  /** Secret of the roles' passwords. */
  roles: string;
}

export const fingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint').digest('base64url').slice(0, 22);

/**
 * Secret for the passwords of the roles. A server with two secrets leaves the passwords as they are, so that servers
 * with only one of the two keep their access; a server with one secret ends a rotation.
 * @throws Error with one sentence if the server does not share its secret with the others.
 */
export function secretOfRoles(stored: StoredSecrets | undefined, { jwtSecret, acceptedSecrets }: Secrets): string {
  if (!stored) return jwtSecret;
  const find = (print: string) => acceptedSecrets.find((secret) => fingerprint(secret) === print);
  const own = fingerprint(jwtSecret);
  // A server that is not part of the rotation yet may restart until the passwords change.
  const isOlder = acceptedSecrets.length === 1 && stored.other === own && stored.roles === own;
  if (!find(stored.current) && !isOlder)
    throw new Error(
      'The servers of this database have another JWT_SECRET: set the same, or name theirs in JWT_SECRET_PREVIOUS to replace it; if it is lost, stop them all and run npm run secret:forget.',
    );
  const ofRoles = acceptedSecrets.length === 1 ? jwtSecret : find(stored.roles);
  if (!ofRoles)
    throw new Error(
      'The last rotation of JWT_SECRET is not finished: start the servers without JWT_SECRET_PREVIOUS before the next one.',
    );
  return ofRoles;
}

const table = 'migration.secret';

/**
 * Records the secrets of a starting server; returns the one for the passwords of the roles. `client`: transaction under
 * the migration lock. @throws as {@link secretOfRoles}.
 */
export async function agreeOnSecret(client: pg.ClientBase, secrets: Secrets): Promise<string> {
  await client.query(`create schema if not exists migration;
    create table if not exists ${table} (
      current text not null, other text, roles text not null, only_row boolean primary key default true check (only_row))`);
  const { rows } = await client.query<StoredSecrets>(`select current, other, roles from ${table}`);
  const ofRoles = secretOfRoles(rows[0], secrets);
  await client.query(
    `insert into ${table} (current, other, roles) values ($1, $2, $3)
      on conflict (only_row) do update set current = excluded.current, other = excluded.other, roles = excluded.roles`,
    [secrets.jwtSecret, secrets.acceptedSecrets[1], ofRoles].map((secret) => secret && fingerprint(secret)),
  );
  return ofRoles;
}

/** Lets the next server start with any secret, which then becomes that of the roles' passwords. */
export async function forgetSecret(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table if exists ${table}`);
}
