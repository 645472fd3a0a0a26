/** Sends uploads, however often the connection breaks. */
import { presignUpload } from '#contract/upload.ts';
import { type ApiError, asApiError } from '../api/api-error.ts';
import { useTask } from '../api/use-action.ts';
import { changeUpload, type Upload } from './uploads.ts';

/** Seconds between tries while the server is away. */
const pauses = [1, 2, 4, 8, 15, 30, 30, 30];
/**
 * Nothing answered, the token ran out, another request still has it in hand, too many at once, or the server is away.
 */
const isPassing = ({ status }: ApiError) => [0, 401, 408, 409, 423, 429, 502, 503, 504].includes(status);
/** For what the file is, or who sends it. */
const isRefusal = ({ status }: ApiError) => [400, 403, 413, 415].includes(status);

/** Until the connection is back, or so many seconds have passed. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, seconds * 1000);
    window.addEventListener('online', () => resolve(), { once: true });
    signal.addEventListener('abort', () => resolve());
  });
}

/** Fails with nothing but {@link ApiError}s; given up is no failure. */
async function perform(upload: Upload): Promise<void> {
  const { id, file, prefix, abort } = upload;
  const { signal } = abort;
  const { sendFile, typeOfFile } = await import('../api/send-file.ts');
  const type = typeOfFile(file);
  if (!type || signal.aborted) return;
  changeUpload(id, { state: 'sending', reason: '' });
  let most = 0;
  for (let tries = 0; ;) {
    const report = (sent: number) => {
      // An upload that comes further than before is not failing.
      if (sent > most) tries = 0;
      most = Math.max(most, sent);
      changeUpload(id, { sent, state: 'sending', reason: '' });
    };
    try {
      signal.throwIfAborted();
      const url = await sendFile(file, type, { prefix, report, signal });
      return changeUpload(id, { url, sent: file.size, state: 'done' });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asApiError(thrown);
      if (!isPassing(error) || tries >= pauses.length) {
        changeUpload(id, { state: isRefusal(error) ? 'refused' : 'failed', reason: error.message });
        throw error;
      }
      changeUpload(id, {
        state: 'waiting',
        reason: navigator.onLine
          ? 'The server does not answer; trying again'
          : 'You are offline; it continues once you are online',
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
