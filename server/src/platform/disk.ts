/** Free disk space of this machine's data, with messages for operators. */
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

interface Room {
  /** `data` (DATA_DIR), or the embedded PostgreSQL's `database` or `wal`. */
  of: string;
  /** Bytes. */
  free: number;
  /** Bytes. */
  total: number;
}

/** PostgreSQL stops without room for its next WAL segment of 16 MB. */
const fullBelow = 16 * 1024 * 1024;
const lowBelow = 0.1;

/** Free space in bytes of each existing place; the WAL may be on a disk of its own. */
export function freeSpace({ dataDir }: Pick<Config, 'dataDir'>): Room[] {
  return Object.entries({ data: '.', database: 'postgres', wal: 'postgres/pg_wal' }).flatMap(([of, folder]) => {
    try {
      const { bavail, blocks, bsize } = statfsSync(join(dataDir, folder));
      return [{ of, free: bavail * bsize, total: blocks * bsize }];
    } catch {
      return [];
    }
  });
}

/** `disk full: 0 MB free` if that can explain an unavailable embedded database; else undefined. */
export function diskFull(config: Pick<Config, 'dataDir' | 'databaseUrl'>): string | undefined {
  const trouble = config.databaseUrl ? undefined : diskWarning(config);
  return trouble?.startsWith('disk full') ? trouble : undefined;
}

/** `disk full: 0 MB free`, `disk nearly full: 7% (120 MB) free`, or undefined if there is room. */
export function diskWarning(config: Pick<Config, 'dataDir'>): string | undefined {
  const tightest = freeSpace(config).toSorted((one, other) => one.free - other.free)[0];
  if (!tightest) return undefined;
  const share = tightest.free / tightest.total;
  const megabytes = `${Math.floor(tightest.free / 1024 / 1024)} MB`;
  if (tightest.free < fullBelow) return `disk full: ${megabytes} free`;
  return share < lowBelow ? `disk nearly full: ${Math.floor(share * 100)}% (${megabytes}) free` : undefined;
}
