/** Sends a large file in chunks (tus). An interrupted upload resumes when the same file is chosen again. */
import { type DetailedError, Upload } from 'tus-js-client';
import { beginUpload, type FileType, finishUpload } from '#contract/kernel/upload.ts';
import { ApiError, networkError } from './api-error.ts';
import { call, freshToken } from './call.ts';
import { subject } from './session.ts';
import { tenant } from './tenant.ts';

export interface SendOptions {
  /** Folder within the tenant's storage. */
  prefix: string;
  /** Called with the number of bytes sent so far. */
  report: (sent: number) => void;
  /** Aborts the upload. */
  signal: AbortSignal;
}

/** Chunk size: the most that a lost connection costs. Each chunk is sent with a fresh token. */
const chunkBytes = 16 * 1024 * 1024;

interface StartedUpload {
  url: string;
  uploadId: string;
}

/** Storage key; identifies the same file chosen by the same user. */
const keyOf = ({ name, size, lastModified }: File) => `upload:${subject()}:${name}:${size}:${lastModified}`;

async function startOrResume(
  file: File,
  { mediaType }: FileType,
  { prefix, signal }: SendOptions,
): Promise<StartedUpload> {
  const stored = localStorage.getItem(keyOf(file));
  if (stored) return JSON.parse(stored) as StartedUpload;
  const body = { filename: file.name, contentType: mediaType, prefix, size: file.size };
  const started = await call(beginUpload, { body }, { signal });
  localStorage.setItem(keyOf(file), JSON.stringify(started));
  return started;
}

const isGone = (error: unknown) => error instanceof ApiError && [404, 410].includes(error.status);

/** Uploads a file in chunks, resuming an earlier attempt; returns the URL of the stored file. */
export async function sendChunks(file: File, type: FileType, sending: SendOptions): Promise<string> {
  const { url, uploadId } = await startOrResume(file, type, sending);
  const forget = () => localStorage.removeItem(keyOf(file));
  try {
    await transfer(file, url, sending).catch((error: unknown) => {
      // The upload may be complete already, with its response lost.
      if (!isGone(error)) throw error;
    });
    const { file: stored } = await call(finishUpload, { params: { id: uploadId } }, { signal: sending.signal });
    forget();
    return stored.url;
  } catch (error) {
    // Aborted, rejected because of its content, or no longer known to the server.
    if (sending.signal.aborted || isGone(error) || (error instanceof ApiError && [400, 413].includes(error.status)))
      forget();
    throw error;
  }
}

/** Token that the server last rejected; the next attempt renews it. */
let rejectedToken: string | undefined;

function transfer(file: File, url: string, { report, signal }: SendOptions): Promise<void> {
  let token = '';
  const owner = subject();
  const settled = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: url,
      chunkSize: chunkBytes,
      // Retries are handled in one place for all kinds of files (feedback/uploads.ts).
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        token = await freshToken(undefined, rejectedToken);
        request.setHeader('Authorization', `Bearer ${token}`);
        request.setHeader('X-Tenant', tenant);
      },
      onProgress: report,
      onSuccess: () => resolve(),
      onError: (error) => {
        const response = (error as DetailedError).originalResponse;
        if (response?.getStatus() === 401) rejectedToken = token;
        reject(response ? new ApiError(response.getStatus(), errorMessage(response.getBody())) : networkError(false));
      },
    });
    const onAbort = () => {
      // Deletes the partial upload on the server, unless another user has signed in. A failure of that is ignored.
      void upload.abort(subject() === owner).catch(() => undefined);
      reject(signal.reason as Error);
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', onAbort, { signal: settled.signal });
    upload.start();
  }).finally(() => settled.abort());
}

/** Message of the contract's error shape, or the plain text that tus returns. */
function errorMessage(body: string): string {
  try {
    return (JSON.parse(body) as { message: string }).message;
  } catch {
    return body.trim() || 'The file could not be sent. Try again in a moment.';
  }
}
