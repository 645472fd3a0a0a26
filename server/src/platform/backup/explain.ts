/** Error messages of backup and restore as one sentence, for readers of the log. */
import { isDatabaseAway } from '#platform/database/database.ts';

/** Messages by system or PostgreSQL error code. */
const known: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EACCES: 'This user may not read or write there',
  EPERM: 'This user may not read or write there',
  EROFS: 'That disk is read-only',
  EIO: 'The disk does not answer as it should',
  EPIPE: 'The program that reads standard output has ended',
  ERR_STREAM_PREMATURE_CLOSE: 'The other end was closed before everything was written',
  '53100': 'The disk of the database is full',
  '42501': 'The role of DATABASE_URL has not the rights for this; it must own the tables',
  '23503': 'The rows of the backup do not fit together',
  '55P03': 'Somebody else holds the database, perhaps a server that is changing it; try again when that is done',
};

/** Message without a final period, so that a clause may follow. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `There is no ${path}`;
  const sentence = known[code];
  if (sentence) return `${sentence} (${error.message})`;
  if (isDatabaseAway(error)) return `The database went away (${error.message})`;
  return error.message.replace(/\.$/, '');
}
