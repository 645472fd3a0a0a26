/** Check of the age of backups and of the archive of PostgreSQL. */
import type { BackupAge } from '#platform/copies.ts';
import type { Finding } from './finding.ts';

/** 26 hours: a day, and the time that a backup may take. */
const oldSeconds = 26 * 3_600;
/** PostgreSQL archives every minute where it archives; the alert LecternArchiveStands has the same limit. */
const standsSeconds = 3_600;

const hours = (seconds: number) => `${(seconds / 3_600).toFixed(1)} hours`;

export function examineBackups(ages: readonly BackupAge[]): Finding[] {
  const newest = ages.toSorted((one, other) => one.seconds - other.seconds)[0];
  const todo = 'Make one every night: docs/guide/backup.md';
  if (!newest) return [{ about: 'Backup', state: 'warning', text: 'none was made here', todo }];
  const text = `${newest.kind === 'archive' ? 'WAL archived' : 'made'} ${hours(newest.seconds)} ago`;
  const archive = ages.find(({ kind }) => kind === 'archive');
  const found: Finding[] = [{ about: 'Backup', state: newest.seconds > oldSeconds ? 'warning' : 'ok', text, todo }];
  if (archive && archive.seconds > standsSeconds)
    found.push({
      about: 'Archive',
      state: 'warning',
      text: `no WAL archived for ${hours(archive.seconds)}`,
      todo: 'Look for archive_command in the log of PostgreSQL: docs/guide/archiving.md',
    });
  return found;
}
