/** Calls an endpoint that takes a small file as a multipart form field. */
import type { CallInput, Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import { asApiError, toApiError, networkError } from './api-error.ts';
import { freshToken, callUrl } from './call.ts';
import { tenant } from './tenant.ts';

interface FileCall<E> {
  input: CallInput<E>;
  file: File;
  signal: AbortSignal;
}

/** Returns the reply. Throws {@link ApiError}, or the abort reason of `signal`. */
export async function callWithFile<E extends Endpoint>(
  endpoint: E,
  { input, file, signal }: FileCall<E>,
): Promise<Reply<E>> {
  const form = new FormData();
  const { body = {} } = input as { body?: object };
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.set(name, String(value));
  form.set(endpoint.filePart?.name ?? 'file', file);
  const post = (token: string) =>
    fetch(callUrl(endpoint, input as Parameters<typeof callUrl>[1]), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, 'x-tenant': tenant },
      body: form,
      credentials: 'include',
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? error : networkError(false);
    });
  const token = await freshToken();
  const first = await post(token);
  const answer = first.status === 401 ? await post(await freshToken(undefined, token)) : first;
  if (!answer.ok) throw await toApiError(answer);
  return (await answer.json().catch((error: unknown) => {
    throw signal.aborted ? error : asApiError(error);
  })) as Reply<E>;
}
