/**
 * Calls of the contract that the server makes itself for a caller whom it has admitted: they take the way of calls from
 * outside (roles, validation, transaction, trail), without a token (docs/decisions/0111).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import type { Caller } from '#platform/session/access-token.ts';

interface InnerCall {
  caller: Caller;
  /** Runs in the transaction of a write, after its work; what it throws rolls the write back. */
  beforeCommit?: (db: Db, answer: unknown) => Promise<void>;
  /** The write is rolled back in any case: asks for no password, and a key needs no scope. */
  isTrial?: true;
}

const running = new AsyncLocalStorage<InnerCall>();

/** The call that the server makes itself; undefined in calls from outside. */
export const innerCall = (): InnerCall | undefined => running.getStore();

/** Work of a write in its transaction, and then what an inner call adds to it. */
export async function withBeforeCommit<Answer>(db: Db, work: () => Promise<Answer>): Promise<Answer> {
  const done = await work();
  await innerCall()?.beforeCommit?.(db, done);
  return done;
}

interface Input {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Address of a call: path parameters filled in, and a query in which arrays repeat their name. */
function addressOf({ url }: Pick<Endpoint, 'url'>, { params = {}, query = {} }: Input): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name] ?? '')));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) =>
      one === undefined ? [] : [[name, textOf(one)] as [string, string]],
    ),
  );
  const search = new URLSearchParams(pairs).toString();
  return `/api${path}${search && `?${search}`}`;
}

/** Makes a call in the place of `request`; returns status and text of its reply. */
export async function callAs(
  inner: InnerCall,
  { server, ip }: { server: FastifyInstance; ip: FastifyRequest['ip'] },
  entry: Pick<Endpoint, 'method' | 'url'>,
  input: Input,
): Promise<{ status: number; text: string }> {
  const sent = {
    method: entry.method,
    url: addressOf(entry, input),
    remoteAddress: ip,
    headers: { 'x-tenant': inner.caller.tenant },
    ...(input.body !== undefined && { payload: input.body as object }),
  };
  const { statusCode, payload } = await running.run(inner, async () => await server.inject(sent));
  return { status: statusCode, text: payload };
}
