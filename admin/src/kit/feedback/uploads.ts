/** Files on their way, and those that are there but not in their field yet: whose they are, and what becomes of them. */
import { useEffect, useSyncExternalStore } from 'react';
import { onSessionBegin, onSessionEnd, subject } from '../api/session.ts';
import { warnOnClosing } from './warn-on-closing.ts';

export interface Upload {
  id: string;
  file: File;
  prefix: string;
  /** Bytes that are there. */
  sent: number;
  /**
   * `waiting`: for the connection, or for the server to be back. `failed`: it may be tried again. `refused`: for what it
   * is, so that trying again would change nothing. `done`: it waits for its field.
   */
  state: 'sending' | 'waiting' | 'failed' | 'refused' | 'done';
  /** Why it failed, or what it waits for. */
  reason: string;
  /** Where the file is read, once it is done. */
  url: string | undefined;
  /** The field that it is for, and the page with that field while there is one. */
  place: string;
  page: string | undefined;
  /** Who began it; nobody else goes on with it. */
  owner: string;
  abort: AbortController;
}

let uploads: readonly Upload[] = [];
/** Fields that are on the screen show their uploads themselves. */
const shown = new Map<string, number>();
const listeners = new Set<() => void>();

export const isOnItsWay = ({ state }: Upload): boolean => state === 'sending' || state === 'waiting';

/** Those that would be lost with this tab, or with the session. */
export const uploadsAtStake = (): readonly Upload[] =>
  uploads.filter((upload) => isOnItsWay(upload) || upload.state === 'done');

function publish(next: readonly Upload[]): void {
  uploads = next;
  warnOnClosing('uploads', uploadsAtStake().length > 0);
  for (const listener of listeners) listener();
}

export const changeUpload = (id: string, changes: Partial<Upload>): void =>
  publish(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether there is anything to show at all. */
export const useHasUploads = (): boolean => useSyncExternalStore(subscribe, () => uploads.length > 0);

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads);

/** The upload of a field, if it has one; while the field is on the screen it is shown there and nowhere else. */
export function useUploadAt(place: string): Upload | undefined {
  useEffect(() => {
    shown.set(place, (shown.get(place) ?? 0) + 1);
    publish([...uploads]);
    return () => {
      shown.set(place, (shown.get(place) ?? 1) - 1);
      publish([...uploads]);
    };
  }, [place]);
  return useUploads().find((upload) => upload.place === place);
}

export const isShownByField = ({ place }: Upload): boolean => (shown.get(place) ?? 0) > 0;

/** Takes them from the list, and gives up what is still on its way. */
export function dropUploads(isMeant: (upload: Upload) => boolean): void {
  const dropped = uploads.filter(isMeant);
  if (dropped.length === 0) return;
  publish(uploads.filter((upload) => !dropped.includes(upload)));
  for (const { abort } of dropped) abort.abort();
}

onSessionEnd((reason) => {
  // Who signs in again after an expired session goes on; whoever chose to leave does not.
  if (reason !== 'expired') dropUploads(() => true);
});
onSessionBegin(() => dropUploads(({ owner }) => owner !== subject()));

/** Pages of what is gone: a file that was still looked into when its page went comes after that. */
const gone = new Set<string>();
onSessionBegin(() => gone.clear());

const pathOf = ({ page }: Pick<Upload, 'page'>) => page?.split('?', 1)[0] ?? '';

function strand({ id, abort }: Upload): void {
  abort.abort();
  changeUpload(id, { state: 'refused', reason: 'Its page no longer exists', page: undefined });
}

/** What the page was about is gone: nothing is left to send for, and the page is no place to lead to. */
export function strandUploads(path: string): void {
  gone.add(path);
  for (const upload of uploads) if (pathOf(upload) === path) strand(upload);
}

/** A field has one upload: a newer one ends what was on its way to it. */
export function newUpload(wanted: Pick<Upload, 'file' | 'prefix' | 'place' | 'page'>): Upload {
  dropUploads(({ place }) => place === wanted.place);
  const upload: Upload = {
    ...wanted,
    id: crypto.randomUUID(),
    sent: 0,
    state: 'sending',
    reason: '',
    url: undefined,
    owner: subject(),
    abort: new AbortController(),
  };
  publish([...uploads, upload]);
  if (gone.has(pathOf(upload))) strand(upload);
  return upload;
}
