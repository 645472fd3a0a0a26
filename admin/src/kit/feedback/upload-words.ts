/** Texts of uploads: each one's progress, and a summary of all. Pure functions. */
import { counted, formatBytes } from '../format/formats.ts';
import type { Upload } from './uploads.ts';

type DescribedUpload = Pick<Upload, 'sent' | 'state' | 'reason'> & { file: Pick<File, 'name' | 'size'> };

export const isFailed = ({ state }: Pick<Upload, 'state'>): boolean => state === 'failed' || state === 'refused';

const shareOf = (sent: number, size: number) => Math.floor((sent / size) * 100);

export function describeUpload(upload: DescribedUpload): string {
  const { file, sent, state, reason } = upload;
  const share = shareOf(sent, file.size);
  if (isFailed(upload)) return `${file.name}: ${reason}`;
  if (state === 'waiting') return `${file.name}: ${reason} (${share}%)`;
  if (state === 'done') return `${file.name} is uploaded`;
  return sent < file.size ? `${file.name}: ${share}% of ${formatBytes(file.size)}` : `${file.name}: being checked`;
}

/** Announcement for screen readers, in steps of 25%; '' for a failure, which is an alert already. */
export function announceUpload(upload: DescribedUpload): string {
  const { file, sent, state, reason } = upload;
  if (state === 'done') return `${file.name} is uploaded`;
  if (state === 'waiting') return `${file.name}: ${reason}`;
  return isFailed(upload) ? '' : `${file.name}: ${Math.floor((sent / file.size) * 4) * 25}%`;
}

/** Summary such as "2 uploads, 41%", "3 uploads, 41%, 1 failed" or "1 upload, to be saved". */
export function summaryOf(uploads: readonly DescribedUpload[]): string {
  const failed = uploads.filter(isFailed).length;
  const active = uploads.filter((upload) => !isFailed(upload));
  const total = (size: (upload: DescribedUpload) => number) => active.reduce((sum, upload) => sum + size(upload), 0);
  const isOver = active.every(({ state }) => state === 'done');
  const isWaiting = !isOver && active.every(({ state }) => state === 'done' || state === 'waiting');
  return [
    counted(uploads.length, 'upload', 'uploads'),
    active.length > 0 &&
      (isOver
        ? 'to be saved'
        : `${shareOf(
            total((one) => one.sent),
            total((one) => one.file.size),
          )}%`),
    isWaiting && 'waiting',
    failed > 0 && `${failed} failed`,
  ]
    .filter(Boolean)
    .join(', ');
}
