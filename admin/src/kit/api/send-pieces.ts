/**
 * Sends a large file piece by piece (tus); what broke off yesterday goes on today, when the same file is chosen again.
 */
import { type DetailedError, Upload } from 'tus-js-client';
import { beginUpload, type FileType, finishUpload } from '#contract/upload.ts';
import { ApiError, unreachable } from './api-error.ts';
import { call, freshToken } from './call.ts';
import { subject } from './session.ts';
import { tenant } from './tenant.ts';

export interface Sending {
  /** The tenant's folder that it goes to. */
  prefix: string;
  /** Bytes that are there. */
  report: (sent: number) => void;
  /** Given up. */
  signal: AbortSignal;
}

/** What a lost connection costs at most; also what a token is asked for. */
const pieceBytes = 16 * 1024 * 1024;

interface Begun {
  url: string;
  uploadId: string;
}

/** The same file, chosen by the same person. */
const keyOf = ({ name, size, lastModified }: File) => `upload:${subject()}:${name}:${size}:${lastModified}`;

async function beginOrGoOn(file: File, { mediaType }: FileType, { prefix, signal }: Sending): Promise<Begun> {
  const kept = localStorage.getItem(keyOf(file));
  if (kept) return JSON.parse(kept) as Begun;
  const body = { filename: file.name, contentType: mediaType, prefix, size: file.size };
  const begun = await call(beginUpload, { body }, { signal });
  localStorage.setItem(keyOf(file), JSON.stringify(begun));
  return begun;
}

const isGone = (error: unknown) => error instanceof ApiError && [404, 410].includes(error.status);

export async function sendPieces(file: File, type: FileType, sending: Sending): Promise<string> {
  const { url, uploadId } = await beginOrGoOn(file, type, sending);
  const forget = () => localStorage.removeItem(keyOf(file));
  try {
    await transfer(file, url, sending).catch((error: unknown) => {
      // It may be finished already, and the answer that said so was lost.
      if (!isGone(error)) throw error;
    });
    const { file: kept } = await call(finishUpload, { params: { id: uploadId } }, { signal: sending.signal });
    forget();
    return kept.url;
  } catch (error) {
    // Given up, refused for what it is, or no longer known.
    if (sending.signal.aborted || isGone(error) || (error instanceof ApiError && [400, 413].includes(error.status)))
      forget();
    throw error;
  }
}

/** The token that was turned down last: the next try renews it. */
let refused: string | undefined;

function transfer(file: File, url: string, { report, signal }: Sending): Promise<void> {
  let token = '';
  const owner = subject();
  const settled = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: url,
      chunkSize: pieceBytes,
      // Who waits for what is decided in one place, for every kind of file.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        token = await freshToken(undefined, refused);
        request.setHeader('Authorization', `Bearer ${token}`);
        request.setHeader('X-Tenant', tenant);
      },
      onProgress: report,
      onSuccess: () => resolve(),
      onError: (error) => {
        const response = (error as DetailedError).originalResponse;
        if (response?.getStatus() === 401) refused = token;
        reject(response ? new ApiError(response.getStatus(), sentenceOf(response.getBody())) : unreachable(false));
      },
    });
    const giveUp = () => {
      // What was sent so far is of no use any more; that it could not be said so does not matter. Nobody says it for another.
      void upload.abort(subject() === owner).catch(() => undefined);
      reject(signal.reason as Error);
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', giveUp, { signal: settled.signal });
    upload.start();
  }).finally(() => settled.abort());
}

/** Our own error shape, or tus's plain text. */
function sentenceOf(body: string): string {
  try {
    return (JSON.parse(body) as { message: string }).message;
  } catch {
    return body.trim() || 'The file could not be sent. Try again in a moment.';
  }
}
