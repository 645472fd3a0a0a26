/** Copies of the data: when the last backup was made, and how far behind standbys are. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { tenants } from '#contract/kernel/endpoint.ts';
import type { Config } from './config.ts';
import type { Database, Db } from './database/database.ts';

const noteOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'last-backup');

/** Notes that `npm run backup` has succeeded. A DATA_DIR that cannot be written to does not make the backup fail. */
export function noteBackup(config: Pick<Config, 'dataDir'>): void {
  try {
    writeFileSync(noteOf(config), '');
  } catch {
    // The metric then says nothing.
  }
}

export interface BackupAge {
  /** `backup`: by `npm run backup`; `archive`: the last segment that PostgreSQL archived. */
  kind: 'backup' | 'archive';
  seconds: number;
}

/** Ages of the last copies of each kind; none: never made. */
export async function backupAges(config: Pick<Config, 'dataDir'>, db: Db): Promise<BackupAge[]> {
  const made = statSync(noteOf(config), { throwIfNoEntry: false })?.mtimeMs;
  const { rows } = await sql<{
    seconds: number | null;
  }>`select extract(epoch from now() - last_archived_time)::float8 as seconds from pg_stat_archiver`.execute(db);
  const archived = rows[0]?.seconds;
  return [
    ...(made === undefined ? [] : [{ kind: 'backup' as const, seconds: (Date.now() - made) / 1000 }]),
    ...(typeof archived === 'number' ? [{ kind: 'archive' as const, seconds: archived }] : []),
  ];
}

/** Registers metrics collected on demand; without the database they are absent. */
export function measureCopies(registry: Registry, config: Config, database: Database): void {
  const db = database.tenant(tenants[0]);
  const backups = new Gauge({
    name: 'lectern_backup_age_seconds',
    help: 'Time since the last backup (npm run backup), or since the last archived segment of the WAL',
    registers: [registry],
    labelNames: ['kind'],
    async collect() {
      backups.reset();
      for (const { kind, seconds } of await backupAges(config, db).catch(() => [])) backups.set({ kind }, seconds);
    },
  });
  const lag = new Gauge({
    name: 'lectern_replication_lag_seconds',
    help: 'How far behind each standby is; none if DATABASE_URL’s role may not see it (pg_monitor)',
    registers: [registry],
    labelNames: ['standby'],
    async collect() {
      lag.reset();
      const query = sql<{ standby: string; seconds: number }>`select standby, seconds from replication_lag()`;
      const { rows } = await query.execute(db).catch(() => ({ rows: [] }));
      for (const { standby, seconds } of rows) lag.set({ standby }, seconds);
    },
  });
}
