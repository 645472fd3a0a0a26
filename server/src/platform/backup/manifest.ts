/**
 * Metadata of a backup: a head before the data, needed to create the tables, and a manifest after them, with counts and
 * hashes.
 */
import { z } from 'zod';

/** Format version; raise it when older versions could not read the file. */
export const formatVersion = 2;

export const headName = 'lectern-backup.json';
export const manifestName = 'manifest.json';

/** Key in place of a tenant, for tables without tenants. */
export const noTenant = '_';

const table = z.object({
  name: z.string(),
  /** Stored columns; generated ones are recomputed. */
  columns: z.array(z.string()),
  hasTenant: z.boolean(),
});

export const headSchema = z.object({
  format: z.int(),
  /** Time as PostgreSQL writes it in UTC: `2026-01-31 12:00:00.123456+00`. */
  createdAt: z.string(),
  /** Version of PostgreSQL. */
  postgres: z.string(),
  /** In order of application; `checksum` is the SHA-256 of the file in hexadecimal. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), at: z.string() })),
  tables: z.array(table),
  /** Tables of other schemas, which are not in the file. */
  leftOut: z.array(z.string()),
  /** false: uploads are stored elsewhere (S3). */
  hasUploads: z.boolean(),
});

/** Count and hash computed by PostgreSQL in the same snapshot. `hash` is a decimal sum, independent of row order. */
const share = z.object({ rows: z.int(), hash: z.string() });

export const manifestSchema = z.object({
  /** Table → tenant (or {@link noTenant}) → share. */
  tables: z.record(z.string(), z.record(z.string(), share)),
  /** Sequence → last value. */
  sequences: z.record(z.string(), z.string()),
  /** `digest` is hexadecimal and independent of file order. */
  uploads: z.object({ files: z.int(), bytes: z.int(), digest: z.string() }),
});

export type TableHead = z.output<typeof table>;
export type Head = z.output<typeof headSchema>;
export type Share = z.output<typeof share>;
export type Manifest = z.output<typeof manifestSchema>;
