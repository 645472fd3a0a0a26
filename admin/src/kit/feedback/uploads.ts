/** Uploads in progress, and finished ones that are not in their field yet. */
import { useEffect, useSyncExternalStore } from 'react';
import { onSessionBegin, onSessionEnd, subject } from '../api/session.ts';
import { warnOnClosing } from './warn-on-closing.ts';

export interface Upload {
  id: string;
  file: File;
  prefix: string;
  /** Bytes sent so far. */
  sent: number;
  /**
   * `waiting`: for the connection or the server. `failed`: can be retried. `refused`: because of its content, so a
   * retry cannot succeed. `done`: waiting for its field.
   */
  state: 'sending' | 'waiting' | 'failed' | 'refused' | 'done';
  /** Reason of a failure or of waiting. */
  reason: string;
  /** URL of the file once it is done. */
  url: string | undefined;
  /** Field that the upload is for, and the page of that field while it exists. */
  place: string;
  page: string | undefined;
  /** User who started the upload; it is dropped when another user signs in. */
  owner: string;
  abort: AbortController;
}

let uploads: readonly Upload[] = [];
/** Number of mounted fields by place; they show their uploads themselves. */
const mountedFields = new Map<string, number>();
const listeners = new Set<() => void>();

export const isInProgress = ({ state }: Upload): boolean => state === 'sending' || state === 'waiting';

/** Uploads that would be lost with this tab or with the session. */
export const uploadsAtStake = (): readonly Upload[] =>
  uploads.filter((upload) => isInProgress(upload) || upload.state === 'done');

function publish(next: readonly Upload[]): void {
  uploads = next;
  warnOnClosing('uploads', uploadsAtStake().length > 0);
  for (const listener of listeners) listener();
}

/** Changes an upload in the list; nothing if it is gone. */
export const changeUpload = (id: string, changes: Partial<Upload>): void =>
  publish(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether there are any uploads. */
export const useHasUploads = (): boolean => useSyncExternalStore(subscribe, () => uploads.length > 0);

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads);

/** Upload of a field. While the field is mounted, the upload is shown there and not in the tray. */
export function useUploadAt(place: string): Upload | undefined {
  useEffect(() => {
    mountedFields.set(place, (mountedFields.get(place) ?? 0) + 1);
    publish([...uploads]);
    return () => {
      mountedFields.set(place, (mountedFields.get(place) ?? 1) - 1);
      publish([...uploads]);
    };
  }, [place]);
  return useUploads().find((upload) => upload.place === place);
}

/** Whether the field of an upload is on the screen and shows its progress. */
export const isShownByField = ({ place }: Upload): boolean => (mountedFields.get(place) ?? 0) > 0;

/** Removes uploads and aborts those in progress. */
export function dropUploads(matches: (upload: Upload) => boolean): void {
  const dropped = uploads.filter(matches);
  if (dropped.length === 0) return;
  publish(uploads.filter((upload) => !dropped.includes(upload)));
  for (const { abort } of dropped) abort.abort();
}

onSessionEnd((reason) => {
  // Signing in again after an expired session continues the uploads; signing out does not.
  if (reason !== 'expired') dropUploads(() => true);
});
onSessionBegin(() => dropUploads(({ owner }) => owner !== subject()));

/** Pages of deleted records, for uploads that are added after the deletion. */
const deletedPages = new Set<string>();
onSessionBegin(() => deletedPages.clear());

const pathOf = ({ page }: Pick<Upload, 'page'>) => page?.split('?', 1)[0] ?? '';

function refuseUpload({ id, abort }: Upload): void {
  abort.abort();
  changeUpload(id, { state: 'refused', reason: 'Its page no longer exists', page: undefined });
}

/** Refuses the uploads for a page whose record is gone and removes their link to it. */
export function refuseUploadsOf(path: string): void {
  deletedPages.add(path);
  for (const upload of uploads) if (pathOf(upload) === path) refuseUpload(upload);
}

/** Adds an upload. It replaces a previous upload of the same field. */
export function newUpload(options: Pick<Upload, 'file' | 'prefix' | 'place' | 'page'>): Upload {
  dropUploads(({ place }) => place === options.place);
  const upload: Upload = {
    ...options,
    id: crypto.randomUUID(),
    sent: 0,
    state: 'sending',
    reason: '',
    url: undefined,
    owner: subject(),
    abort: new AbortController(),
  };
  publish([...uploads, upload]);
  if (deletedPages.has(pathOf(upload))) refuseUpload(upload);
  return upload;
}
