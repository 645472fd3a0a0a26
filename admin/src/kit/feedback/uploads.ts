/** Files on their way: they go on while people move about in the app, wait for the connection, and can be given up. */
import { useEffect, useSyncExternalStore } from 'react';
import { fileKinds, type FileKind, presignUpload } from '#contract/upload.ts';
import { type ApiError, asApiError } from '../api/api-error.ts';
import { onSessionEnd } from '../api/session.ts';
import { useTask } from '../api/use-action.ts';

export interface Upload {
  id: string;
  file: File;
  prefix: string;
  /** Bytes that are there. */
  sent: number;
  /** `waiting`: for the connection, or for the server to be back. */
  state: 'sending' | 'waiting' | 'failed' | 'done';
  /** Why it failed, or what it waits for. */
  reason: string;
  /** Where the file is read, once it is done. */
  url: string | undefined;
  /** The field that it is for, and the page with that field. */
  place: string;
  page: string;
  abort: AbortController;
}

let uploads: readonly Upload[] = [];
/** Fields that are on the screen show their uploads themselves. */
const shown = new Map<string, number>();
const listeners = new Set<() => void>();

function publish(next: readonly Upload[]): void {
  uploads = next;
  const isBusy = uploads.some(({ state }) => state === 'sending' || state === 'waiting');
  window.removeEventListener('beforeunload', warn);
  if (isBusy) window.addEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

const change = (id: string, changes: Partial<Upload>) =>
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

/** Takes it from the list, and gives it up if it is still on its way. */
export function dropUpload({ id, abort }: Upload): void {
  abort.abort();
  publish(uploads.filter((upload) => upload.id !== id));
}

onSessionEnd((reason) => {
  // Who signs in after an expired session goes on; another person must not.
  if (reason !== 'expired') for (const upload of uploads) dropUpload(upload);
});

/** Why this file cannot be sent at all; undefined: it can. */
export async function refusalOf(file: File, kind: FileKind): Promise<string | undefined> {
  const { typeOfFile } = await import('../api/send-file.ts');
  const type = typeOfFile(file);
  // A picture that is too large is drawn smaller before it is sent.
  const isTooLarge = kind !== 'image' && file.size > fileKinds[kind].most;
  return type?.kind !== kind || isTooLarge
    ? `${fileKinds[kind].words}.`
    : file.size === 0
      ? 'This file is empty.'
      : undefined;
}

export function newUpload(file: File, place: string, prefix: string): Upload {
  const upload: Upload = {
    id: crypto.randomUUID(),
    file,
    prefix,
    sent: 0,
    state: 'sending',
    reason: '',
    url: undefined,
    place,
    page: `${location.pathname}${location.search}`,
    abort: new AbortController(),
  };
  publish([...uploads.filter((other) => other.place !== place), upload]);
  return upload;
}

/** Seconds between tries while the server is away. */
const pauses = [1, 2, 4, 8, 15, 30, 30, 30];
/**
 * Nothing answered, the token ran out, another request still has it in hand, too many at once, or the server is away.
 */
const isPassing = ({ status }: ApiError) => [0, 401, 408, 409, 423, 429, 502, 503, 504].includes(status);

/** Until the connection is back, or so many seconds have passed. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, seconds * 1000);
    window.addEventListener('online', () => resolve(), { once: true });
    signal.addEventListener('abort', () => resolve());
  });
}

/** Sends it, however often the connection breaks. Fails with nothing but {@link ApiError}s; given up is no failure. */
async function perform(upload: Upload): Promise<void> {
  const { id, file, prefix, abort } = upload;
  const { signal } = abort;
  const { sendFile, typeOfFile } = await import('../api/send-file.ts');
  const type = typeOfFile(file);
  if (!type) return;
  change(id, { state: 'sending', reason: '' });
  let most = 0;
  for (let tries = 0; ;) {
    const report = (sent: number) => {
      // An upload that comes further than before is not failing.
      if (sent > most) tries = 0;
      most = Math.max(most, sent);
      change(id, { sent, state: 'sending', reason: '' });
    };
    try {
      const url = await sendFile(file, type, { prefix, report, signal });
      return change(id, { url, sent: file.size, state: 'done' });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asApiError(thrown);
      if (!isPassing(error) || tries >= pauses.length) {
        change(id, { state: 'failed', reason: error.message });
        throw error;
      }
      change(id, {
        state: 'waiting',
        reason: navigator.onLine ? 'The server does not answer; trying again' : 'You are offline; goes on by itself',
      });
      await pause(pauses[tries] ?? 30, signal);
      if (navigator.onLine) tries += 1;
    }
  }
}

/** Sends an upload, also again; the toast of a failure is the contract's. */
export function useSending(): (upload: Upload) => void {
  const { run } = useTask({ area: 'upload', messages: presignUpload.messages, perform });
  return (upload) => void run(upload);
}
