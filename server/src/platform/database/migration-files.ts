/** Files of migrations, and the phase of each (docs/decisions/0145). */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface AppliedMigration {
  name: string;
  checksum: string;
}

export interface Migration extends AppliedMigration {
  text: string;
}

/** Checksums by name. */
export type Checksums = ReadonlyMap<string, string>;

export const ownFolder = join(import.meta.dirname, '../../migrations');
/** Migrations before it have no phase. */
export const firstWithPhase = '0095';

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      // Line endings differ between checkouts.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Whether it removes what an older version needs; all others expand the schema, and older versions go on. */
export const isContract = (name: string): boolean => name.endsWith('.contract.sql');

/** Whether a version that does not know this migration must not run on its schema. */
export const excludesOlder = (name: string): boolean => name < firstWithPhase || isContract(name);

const code = (text: string) => text.replaceAll(/--.*$/gm, '');

/**
 * Statements of a migration that builds or drops indexes concurrently, which no transaction may contain; undefined: it is
 * none. An interrupted one is run again from its beginning.
 */
export function concurrentStatements(text: string): string[] | undefined {
  const plain = code(text);
  if (!/\bconcurrently\b/i.test(plain)) return undefined;
  return plain
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
}

/** For tables that nobody uses yet, in one transaction with others. */
export const withoutConcurrency = (migration: Migration): Migration => ({
  ...migration,
  text:
    concurrentStatements(migration.text)
      ?.join(';')
      .replaceAll(/\bconcurrently\b/gi, '') ?? migration.text,
});

/** @throws Error with one sentence if the file was changed. */
export function isApplied({ name, checksum }: Migration, applied: Checksums): boolean {
  if (applied.has(name) && applied.get(name) !== checksum)
    throw new Error(
      `${name} was changed after it was applied to this database; put it back and write a new migration.`,
    );
  return applied.has(name);
}

/**
 * Migrations to apply now, in order. Without `contracts`, those that contract the schema wait.
 * @throws Error with one sentence if one that expands it comes after one that waits.
 */
export function dueMigrations(migrations: Migration[], applied: Checksums, contracts: boolean): Migration[] {
  const pending = migrations.filter((migration) => !isApplied(migration, applied));
  const at = contracts ? -1 : pending.findIndex(({ name }) => isContract(name));
  if (at < 0) return pending;
  if (!pending.slice(at).every(({ name }) => isContract(name)))
    throw new Error(
      `${pending[at]!.name} waits, and this version builds on it; end all servers and workers, run npm run contract, and start them again.`,
    );
  return pending.slice(0, at);
}
