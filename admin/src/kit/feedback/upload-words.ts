/** What is said of uploads: how far each is, and all of them in one line. Pure. */
import { counted, formatBytes } from '../format/formats.ts';
import type { Upload } from './uploads.ts';

type Told = Pick<Upload, 'sent' | 'state' | 'reason'> & { file: Pick<File, 'name' | 'size'> };

export const isFailed = ({ state }: Pick<Upload, 'state'>): boolean => state === 'failed' || state === 'refused';

const shareOf = (sent: number, size: number) => Math.floor((sent / size) * 100);

export function wordsOf(upload: Told): string {
  const { file, sent, state, reason } = upload;
  const share = shareOf(sent, file.size);
  if (isFailed(upload)) return `${file.name}: ${reason}`;
  if (state === 'waiting') return `${file.name}: ${reason} (${share}%)`;
  if (state === 'done') return `${file.name} is uploaded`;
  return sent < file.size ? `${file.name}: ${share}% of ${formatBytes(file.size)}` : `${file.name}: being checked`;
}

/** For screen readers: not at every per cent. */
export function spokenOf(upload: Told): string {
  const { file, sent, state, reason } = upload;
  if (state === 'done') return `${file.name} is uploaded`;
  if (state === 'waiting') return `${file.name}: ${reason}`;
  return isFailed(upload) ? '' : `${file.name}: ${Math.floor((sent / file.size) * 4) * 25}%`;
}

/** "2 uploads, 41%", "3 uploads, 41%, 1 failed", "1 upload, to be saved". */
export function summaryOf(uploads: readonly Told[]): string {
  const failed = uploads.filter(isFailed).length;
  const alive = uploads.filter((upload) => !isFailed(upload));
  const total = (size: (upload: Told) => number) => alive.reduce((sum, upload) => sum + size(upload), 0);
  const isOver = alive.every(({ state }) => state === 'done');
  const isHeld = !isOver && alive.every(({ state }) => state === 'done' || state === 'waiting');
  return [
    counted(uploads.length, 'upload', 'uploads'),
    alive.length > 0 &&
      (isOver
        ? 'to be saved'
        : `${shareOf(
            total((one) => one.sent),
            total((one) => one.file.size),
          )}%`),
    isHeld && 'waiting',
    failed > 0 && `${failed} failed`,
  ]
    .filter(Boolean)
    .join(', ');
}
