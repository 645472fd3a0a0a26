/** What a backup says of itself: before the data what is needed to make room for them, after them what they were. */
import { z } from 'zod';

/** Raised when an older Lectern could not read what this one writes. */
export const formatVersion = 2;

export const headName = 'lectern-backup.json';
export const manifestName = 'manifest.json';

/** The tenant of a table that has none. */
export const noTenant = '_';

const table = z.object({
  name: z.string(),
  /** Of those that are written; a generated one is computed again. */
  columns: z.array(z.string()),
  hasTenant: z.boolean(),
});

export const headSchema = z.object({
  format: z.int(),
  createdAt: z.string(),
  postgres: z.string(),
  /** In the order in which they were applied. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), at: z.string() })),
  tables: z.array(table),
  /** Tables of other schemas: not in the file. */
  leftOut: z.array(z.string()),
  /** false: uploads are somewhere else (S3). */
  hasUploads: z.boolean(),
});

/**
 * Counted and hashed by PostgreSQL itself, in the same snapshot; `hash` does not depend on the order of the rows, and on
 * the format in how a row is hashed.
 */
const share = z.object({ rows: z.int(), hash: z.string() });

export const manifestSchema = z.object({
  /** Table → tenant (or {@link noTenant}) → what it has. */
  tables: z.record(z.string(), z.record(z.string(), share)),
  /** Sequence → last value. */
  sequences: z.record(z.string(), z.string()),
  /** `digest` does not depend on the order of the files. */
  uploads: z.object({ files: z.int(), bytes: z.int(), digest: z.string() }),
});

export type TableHead = z.output<typeof table>;
export type Head = z.output<typeof headSchema>;
export type Share = z.output<typeof share>;
export type Manifest = z.output<typeof manifestSchema>;
