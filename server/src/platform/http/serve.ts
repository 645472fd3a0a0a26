/**
 * `serve(app, endpoint, handler)`, the only way to serve a call: authenticates, authorizes by the contract's roles,
 * validates, opens the database as the caller's tenant (for writes, in a transaction that carries the actor for the
 * audit trail), runs the handler and replies. Thrown errors become the error shape.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { z } from 'zod';
import {
  type Endpoint,
  type ValidatedInput,
  type Reply,
  type Admission,
  type Schema,
  type Tenant,
  mayCall,
  repliesWithFile,
} from '#contract/kernel/endpoint.ts';
import { unauthorized } from '#contract/kernel/auth.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Db } from '#platform/database/database.ts';
import type { JobStore } from '#platform/jobs/store.ts';
import { retrying } from '#platform/database/retry.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { admitKey, isKey } from '#platform/session/api-key.ts';
import type { Revocations } from '#platform/session/revocations.ts';
import { withinReadBudget } from '#platform/session/read-budget.ts';
import { requireConfirmed } from '#platform/session/session.ts';
import { tenantFromHeader, tenantOfHost } from '#platform/tenancy.ts';
import { transactionAs } from '../transaction.ts';
import type { PageInfo } from '#platform/list.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type Encode, compileEncoder } from './encoder.ts';
import { withIdempotency } from './idempotency.ts';
import { innerCall, withBeforeCommit } from './inner-call.ts';
import { HttpError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    deps: { config: Config; database: Database; jobs: JobStore; revocations: Revocations; storage: Storage };
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/**
 * Context of a handler. `db` sees only the caller's tenant, and an instructor's courses if these alone are theirs; in a
 * write it is the open transaction, unless the handler opens its own. In a public call, `caller` is null, whatever its type.
 */
export type HandlerContext<E> = ValidatedInput<E> & {
  db: Db;
  tenant: Tenant;
  caller: Caller;
  /** Version from If-Match; null: none. */
  ifMatch: number | null;
  request: FastifyRequest;
  /** For reply headers, such as cookies. */
  reply: FastifyReply;
};

interface Options {
  /** The handler opens its own transactions, since it must commit some work even when it refuses (a failed sign-in). */
  ownTransactions?: boolean;
}

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

const signIn = () => new HttpError(401, 'Please sign in');

/** 403 for a role or an API key that the endpoint does not admit. */
function requireAdmission(entry: Admission, { role, scopes }: Caller): void {
  if (mayCall(entry, role, scopes)) return;
  if (role === 'member') throw new HttpError(403, unauthorized);
  if (role !== 'key') throw new HttpError(403, `The role ${role} may not do this`);
  const isLacking = entry.scope !== undefined && !entry.stepUp;
  throw new HttpError(403, isLacking ? `This API key has no scope ${entry.scope}` : 'No API key may do this');
}

/**
 * Sets `request.caller` from the access token or the API key, unless `entry` is public. 401 without a valid token, 403 for a role that
 * `entry` does not admit or a header that names another brand; `request.caller` is set by then. For requests
 * outside the contract, pass an entry with the required roles. Returns a promise only if it has to wait.
 */
export function authenticate(entry: Admission, request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const named = tenantFromHeader(request);
  if (entry.roles === 'public') return;
  const inner = innerCall();
  if (inner) {
    request.caller = inner.caller;
    if (!inner.isTrial || inner.caller.role !== 'key') requireAdmission(entry, inner.caller);
    return;
  }
  const token = /^bearer (\S+)/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw signIn();
  if (isKey(token)) return admitKey(request, reply, token).then((caller) => requireAdmission(entry, caller));
  const admit = (caller: Caller | undefined) => {
    if (!caller) throw signIn();
    // Set before the checks, so that refusals are recorded with the caller.
    request.caller = caller;
    if (named && named !== caller.tenant) throw new HttpError(403, 'This user belongs to another brand');
    requireAdmission(entry, caller);
  };
  const caller = request.server.deps.revocations.admittedCaller(token);
  return caller instanceof Promise ? caller.then(admit) : admit(caller);
}

/** Hook that calls `done` if nothing has to be awaited, and else returns a promise, as Fastify expects. */
const admission =
  (entry: AnyEndpoint): onRequestHookHandler =>
  (request, reply, done) => {
    const waiting = authenticate(entry, request, reply);
    if (!waiting) done();
    return waiting;
  };

/** Version from `"v7"`, `"7"` or `W/"7"`; null for `*` or no header. */
function readIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"v?(\d{1,9})"$/.exec(header.trim())?.[1];
  if (version === undefined) throw new HttpError(400, 'If-Match must be an ETag of this record, or *');
  return Number(version);
}

const isWrite = (entry: AnyEndpoint) => entry.method !== 'GET';

/** In characters; for less, compressing takes longer than sending. */
const worthCompressing = 8192;
const compress = promisify(gzip);

/** Sends a long text, compressed for clients that take it. */
async function sendCompressed(reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(reply.request.headers['accept-encoding'])))
    return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await compress(text, { level: constants.Z_BEST_SPEED }));
}

/** Whether the client has the content of the reply's ETag (If-None-Match). */
const hasContent = (reply: FastifyReply) =>
  (reply.request.headers['if-none-match'] ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === reply.getHeader('etag'));

/** Creates the function that sends replies; a record's version becomes its ETag, a recorded batch the Batch-Id. */
function senderOf(entry: AnyEndpoint): (reply: FastifyReply, answer: unknown) => FastifyReply | Promise<FastifyReply> {
  if (repliesWithFile(entry)) return (reply, answer) => sendFile(reply, answer as File);
  let encode: Encode | undefined;
  return (reply, answer) => {
    if (entry.versioned && typeof answer === 'object' && answer !== null && 'version' in answer)
      reply.header('etag', `"v${String(answer.version)}"`);
    if (entry.recordsBatch && typeof answer === 'object' && answer !== null && 'batchId' in answer)
      reply.header('batch-id', String(answer.batchId));
    // Compiled by the first reply: those of all calls take 2 MB.
    encode ??= compileEncoder(entry.reply);
    const text = encode(answer);
    if (!isWrite(entry) && hasContent(reply)) return reply.code(304).send();
    reply.code(entry.success ?? 200).type('application/json; charset=utf-8');
    return text.length < worthCompressing ? reply.send(text) : sendCompressed(reply, text);
  };
}

/** Sends a file as a download, which no cache keeps. */
const sendFile = async (reply: FastifyReply, file: File) =>
  reply
    .type(file.type)
    .header('content-disposition', `attachment; filename="${encodeURIComponent(file.name)}"`)
    .header('cache-control', 'no-store')
    .send(Buffer.from(await file.arrayBuffer()));

/** Schemas of the input, by Fastify's names. */
const inputOf = ({ params, query, body }: AnyEndpoint) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
});

/** Reads, within the caller's budget if the endpoint is metered. */
const read = <Answer>(
  { metered }: AnyEndpoint,
  { caller, ...work }: { db: Db; request: FastifyRequest; caller: Caller | null },
  run: () => Promise<Answer>,
) => (metered && caller ? withinReadBudget({ ...work, caller }, run) : run());

/** Registers the route of a call of the contract, under `/api`. */
export function serve<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  entry: Endpoint<P, Q, B, R>,
  handler: (work: HandlerContext<Endpoint<P, Q, B, R>>) => Promise<Reply<Endpoint<P, Q, B, R>>>,
  options: Options = {},
): void {
  const { config, database } = app.deps;
  const any = entry as AnyEndpoint;
  const send = senderOf(any);

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const { caller } = request;
    const tenant = caller?.tenant ?? tenantFromHeader(request) ?? tenantOfHost(request.host, config.tenantHosts);
    const input = { params: request.params, query: request.query, body: request.body };
    const ifMatch = entry.versioned && isWrite(any) ? readIfMatch(request.headers['if-match']) : null;
    const run = (db: Db) =>
      handler({ ...input, db, tenant, caller, ifMatch, request, reply } as HandlerContext<Endpoint<P, Q, B, R>>);
    const all = database.tenant(tenant);
    const db = caller?.isNamed ? database.named(tenant, caller.userId) : all;
    if (entry.stepUp && caller && !innerCall()?.isTrial) await requireConfirmed(all, caller);
    if (!isWrite(any)) return send(reply, await read(any, { db: all, request, caller }, () => retrying(() => run(db))));
    if (options.ownTransactions) return send(reply, await run(db));
    const { answer, isReplay } = await transactionAs(caller, db, request.id, (transaction) => {
      const work = () => withBeforeCommit(transaction, () => run(transaction));
      return entry.creates
        ? withIdempotency(transaction, request, work)
        : work().then((done) => ({ answer: done, isReplay: false }));
    });
    if (isReplay) reply.header('idempotent-replayed', 'true');
    return send(reply, answer);
  }

  app.route({
    method: entry.method,
    url: `/api${entry.url}`,
    schema: inputOf(any),
    ...(entry.filePart && { config: { bytesPerTenSeconds: 20_000 } }),
    onRequest: admission(any),
    handler: handle,
  });
}

type RowsOf<R> = { [Key in keyof R]: R[Key] extends readonly (infer Row)[] ? Row : never }[keyof R];

/** Query of a list. */
export type FindRows<E> = (
  db: Db,
  query: ValidatedInput<E>['query'],
) => Promise<{ rows: RowsOf<Reply<E>>[]; head: PageInfo }>;

/** Serves a list, with its rows under the contract's key (`listReply`). */
export function serveList<Q extends Schema, R extends z.ZodObject>(
  app: FastifyInstance,
  entry: Endpoint<z.ZodUndefined, Q, z.ZodUndefined, R>,
  find: FindRows<Endpoint<z.ZodUndefined, Q, z.ZodUndefined, R>>,
): void {
  const key = Object.keys(entry.reply.shape).find((name) => entry.reply.shape[name] instanceof z.ZodArray);
  serve(app, entry, async ({ query, db }) => {
    const { rows, head } = await find(db, query);
    return { ...head, [String(key)]: rows } as Reply<typeof entry>;
  });
}
