/** Typed client of Lectern's API. Its types are generated from the API's description (`npm run types`). */
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';
import { settings } from './settings.ts';

export const lectern = createClient<paths>({
  baseUrl: settings.url,
  headers: { Authorization: `Bearer ${settings.key}`, 'X-Tenant': settings.brand },
});

/** Refusal by Lectern, with a sentence to show. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Data of a successful reply. @throws Refusal */
export async function dataOf<Data>(
  call: Promise<{ data?: Data; error?: { message: string }; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Refusal(response.status, error?.message ?? 'Lectern did not answer');
  return data;
}
