/** Sends uploads, with retries when the connection breaks. */
import { presignUpload } from '#contract/kernel/upload.ts';
import { type ApiError, asApiError } from '../api/api-error.ts';
import { useTask } from '../api/use-action.ts';
import { changeUpload, type Upload } from './uploads.ts';

/** Seconds between attempts while the server is unavailable. */
const retryDelays = [1, 2, 4, 8, 15, 30, 30, 30];
/** Temporary failures: no response, expired token, timeout, conflict, locked resource, too many requests, no server. */
const isTemporary = ({ status }: ApiError) => [0, 401, 408, 409, 423, 429, 502, 503, 504].includes(status);
/** Failures caused by the file or the user, which a retry cannot fix. */
const isPermanent = ({ status }: ApiError) => [400, 403, 413, 415].includes(status);

/** Resolves when the browser comes online or `signal` aborts; if it is online already, after so many seconds. */
function waitForRetry(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, seconds * 1000);
    window.addEventListener('online', () => resolve(), { once: true });
    signal.addEventListener('abort', () => resolve());
  });
}

/** Runs the upload. Throws only {@link ApiError}; an abort is not an error. */
async function perform(upload: Upload): Promise<void> {
  const { id, file, prefix, abort } = upload;
  const { signal } = abort;
  const { sendFile, typeOfFile } = await import('../api/send-file.ts');
  const type = typeOfFile(file);
  if (!type || signal.aborted) return;
  changeUpload(id, { state: 'sending', reason: '' });
  let maxSent = 0;
  for (let attempts = 0; ;) {
    const report = (sent: number) => {
      // Progress resets the number of attempts.
      if (sent > maxSent) attempts = 0;
      maxSent = Math.max(maxSent, sent);
      changeUpload(id, { sent, state: 'sending', reason: '' });
    };
    try {
      signal.throwIfAborted();
      const url = await sendFile(file, type, { prefix, report, signal });
      return changeUpload(id, { url, sent: file.size, state: 'done' });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asApiError(thrown);
      if (!isTemporary(error) || attempts >= retryDelays.length) {
        changeUpload(id, { state: isPermanent(error) ? 'refused' : 'failed', reason: error.message });
        throw error;
      }
      changeUpload(id, {
        state: 'waiting',
        reason: navigator.onLine
          ? 'The server does not answer; trying again'
          : 'You are offline; it continues once you are online',
      });
      await waitForRetry(retryDelays[attempts] ?? 30, signal);
      if (navigator.onLine) attempts += 1;
    }
  }
}

/** Sends or retries an upload; failures show the contract's toast. */
export function useSending(): (upload: Upload) => void {
  const { run } = useTask({ messages: presignUpload.messages, perform });
  return (upload) => void run(upload);
}
