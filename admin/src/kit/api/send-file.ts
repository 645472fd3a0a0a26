/** Sends one file where files of its kind go, and says how far it is. */
import {
  type FileKind,
  fileKinds,
  type FileType,
  fileTypes,
  finishUpload,
  presignUpload,
  typeOfMedia,
  uploadImage,
} from '#contract/upload.ts';
import { ApiError, unreachable } from './api-error.ts';
import { addressOf, call, freshToken } from './call.ts';
import type { Sending } from './send-pieces.ts';
import { tenant } from './tenant.ts';

/** What a file says that it is; systems without a word for it go by its ending. */
export function typeOfFile({ type, name }: File): FileType | undefined {
  const ending = name.toLowerCase().split('.').at(-1)?.replace('jpeg', 'jpg');
  return typeOfMedia(type) ?? fileTypes.find(({ extension }) => extension === ending);
}

/** Why this file cannot be sent at all; undefined: it can. */
export function refusalOf(file: File, kind: FileKind): string | undefined {
  const type = typeOfFile(file);
  // A picture that is too large is drawn smaller before it is sent.
  const isTooLarge = kind !== 'image' && file.size > fileKinds[kind].most;
  return type?.kind !== kind || isTooLarge
    ? `${fileKinds[kind].words}.`
    : file.size === 0
      ? 'This file is empty.'
      : undefined;
}

/** Answers the file's address. Throws {@link ApiError}, or the abort of `signal`. */
export async function sendFile(file: File, type: FileType, sending: Sending): Promise<string> {
  if (type.kind === 'image') return await sendImage(file, type, sending);
  if (type.kind === 'attachment') return await sendPresigned(file, type, sending);
  const { sendPieces } = await import('./send-pieces.ts');
  return await sendPieces(file, type, sending);
}

async function sendImage(file: File, type: FileType, sending: Sending): Promise<string> {
  const { shrink } = await import('./shrink.ts');
  const picture = file.size > type.most ? await shrink(file, type.most) : file;
  const scaled = {
    ...sending,
    report: (sent: number) => sending.report(Math.min(file.size, (sent / picture.size) * file.size)),
  };
  const form = new FormData();
  form.set('prefix', sending.prefix);
  form.set('image', picture, file.name);
  const post = async (token: string) =>
    await send(
      'POST',
      addressOf(uploadImage, {}),
      form,
      { authorization: `Bearer ${token}`, 'x-tenant': tenant },
      scaled,
    );
  const token = await freshToken();
  const reply = await post(token).catch(async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    return await post(await freshToken(undefined, token));
  });
  return (JSON.parse(reply) as { file: { url: string } }).file.url;
}

/** The saved address is the presigned one without its query (spec §7). */
async function sendPresigned(file: File, { mediaType }: FileType, sending: Sending): Promise<string> {
  const body = { filename: file.name, contentType: mediaType, prefix: sending.prefix, size: file.size };
  const { url, uploadId } = await call(presignUpload, { body }, { signal: sending.signal });
  await send('PUT', url, file, { 'content-type': mediaType, 'x-amz-acl': 'public-read' }, sending);
  await call(finishUpload, { params: { id: uploadId } }, { signal: sending.signal });
  return url.split('?', 1)[0] ?? url;
}

/** By XMLHttpRequest: it alone tells how much has been sent. Answers the body of a success. */
function send(
  method: string,
  url: string,
  body: FormData | File,
  headers: Record<string, string>,
  { report, signal }: Sending,
): Promise<string> {
  const settled = new AbortController();
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => report(loaded));
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(request.responseText);
      else reject(failureOf(request));
    });
    request.addEventListener('error', () => reject(unreachable(false)));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    // Given up while the token was renewed, it never starts.
    signal.throwIfAborted();
    signal.addEventListener('abort', () => request.abort(), { signal: settled.signal });
    request.send(body);
  }).finally(() => settled.abort());
}

function failureOf({ status, responseText }: XMLHttpRequest): ApiError {
  try {
    return new ApiError(status, (JSON.parse(responseText) as { message: string }).message);
  } catch {
    return new ApiError(status, `The store answered ${status} without an explanation. Try again in a moment.`);
  }
}
