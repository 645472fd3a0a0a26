/** Sends one file to the endpoint for its kind and reports progress. */
import {
  type AcceptedFile,
  acceptedFiles,
  type FileType,
  fileTypes,
  finishUpload,
  presignUpload,
  typeOfMedia,
  uploadImage,
} from '#contract/kernel/upload.ts';
import { ApiError, networkError } from './api-error.ts';
import { call, freshToken, callUrl } from './call.ts';
import type { SendOptions } from './send-chunks.ts';
import { tenant } from './tenant.ts';

/** Type of a file by its media type; by its extension on systems that report none. */
export function typeOfFile({ type, name }: File): FileType | undefined {
  const suffix = name.toLowerCase().split('.').at(-1)?.replace('jpeg', 'jpg');
  return typeOfMedia(type) ?? fileTypes.find(({ extension }) => extension === suffix);
}

/** Reason why a file cannot be sent; undefined if it can. */
export function refusalOf(file: File, accepted: AcceptedFile): string | undefined {
  const { types, words } = acceptedFiles[accepted];
  const type = typeOfFile(file);
  // Images that are too large are scaled down before sending.
  const isTooLarge = type && type.kind !== 'image' && file.size > type.max;
  return !type || !(type.mediaType in types) || isTooLarge
    ? `${words}.`
    : file.size === 0
      ? 'This file is empty.'
      : undefined;
}

/** Returns the URL of the stored file. Throws {@link ApiError}, or the abort reason of `signal`. */
export async function sendFile(file: File, type: FileType, options: SendOptions): Promise<string> {
  if (type.kind === 'image') return await sendImage(file, type, options);
  if (type.kind === 'attachment') return await sendPresigned(file, type, options);
  const { sendChunks } = await import('./send-chunks.ts');
  return await sendChunks(file, type, options);
}

async function sendImage(file: File, type: FileType, options: SendOptions): Promise<string> {
  const { shrink } = await import('./shrink.ts');
  const picture = file.size > type.max ? await shrink(file, type.max) : file;
  const scaled = {
    ...options,
    report: (sent: number) => options.report(Math.min(file.size, (sent / picture.size) * file.size)),
  };
  const form = new FormData();
  form.set('prefix', options.prefix);
  form.set('image', picture, file.name);
  const post = async (token: string) =>
    await send(
      'POST',
      callUrl(uploadImage, {}),
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

/** The stored URL is the presigned URL without its query (spec §7). */
async function sendPresigned(file: File, { mediaType }: FileType, options: SendOptions): Promise<string> {
  const body = { filename: file.name, contentType: mediaType, prefix: options.prefix, size: file.size };
  const { url, uploadId } = await call(presignUpload, { body }, { signal: options.signal });
  await send('PUT', url, file, { 'content-type': mediaType, 'x-amz-acl': 'public-read' }, options);
  await call(finishUpload, { params: { id: uploadId } }, { signal: options.signal });
  return url.split('?', 1)[0] ?? url;
}

/** Sends by XMLHttpRequest, which unlike fetch reports upload progress. Returns the response body of a success. */
function send(
  method: string,
  url: string,
  body: FormData | File,
  headers: Record<string, string>,
  { report, signal }: SendOptions,
): Promise<string> {
  const settled = new AbortController();
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => report(loaded));
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(request.responseText);
      else reject(errorOf(request));
    });
    request.addEventListener('error', () => reject(networkError(false)));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    // The upload may have been aborted while the token was renewed.
    signal.throwIfAborted();
    signal.addEventListener('abort', () => request.abort(), { signal: settled.signal });
    request.send(body);
  }).finally(() => settled.abort());
}

function errorOf({ status, responseText }: XMLHttpRequest): ApiError {
  try {
    return new ApiError(status, (JSON.parse(responseText) as { message: string }).message);
  } catch {
    return new ApiError(status, `The store answered ${status} without an explanation. Try again in a moment.`);
  }
}
