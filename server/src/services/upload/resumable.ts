/** Resumable uploads by the tus protocol: HEAD returns the offset, PATCH appends, DELETE cancels. */
import type { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginUpload } from '#contract/kernel/upload.ts';
import { HttpError, badRequest } from '#platform/errors.ts';
import { authenticate } from '#platform/http/serve.ts';
import { roleNow } from '#platform/session/session.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { findUpload, deleteUpload } from '#platform/storage/uploads.ts';
import { resumablePath } from './service.ts';

const gone = () => new HttpError(404, 'This upload does not exist any more; begin again');

/** Only the user who began an upload may continue it, in the same tenant; to others it does not exist. */
async function requireOwner(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { storage } = request.server.deps;
  await authenticate(beginUpload, request, reply);
  const { caller, params, headers } = request;
  // tus builds a URL from the Host header.
  if (!URL.canParse(`http://${headers.host}`)) throw badRequest('The Host header is not a host');
  // The path contains the upload's key, which begins with the tenant.
  const key = (params as { '*': string })['*'];
  if (!caller || !/^[\w/-]+\.\w+$/.test(key) || !key.startsWith(`${caller.tenant}/`)) throw gone();
  const upload = await (await storage.resumable()).getUpload(key).catch(() => undefined);
  if (upload?.metadata?.['owner'] !== caller.userId) throw gone();
  if (request.method !== 'PATCH') return;
  const length = request.headers['content-length'];
  // Without it, an excess would be noticed only after bytes of it were kept; with it, tus refuses a part that is too long.
  if (length === undefined) throw new HttpError(411, 'A part needs a Content-Length');
  await storage.requireRoom(Number(length));
}

/** Removes the upload if its session ended meanwhile; otherwise the sweep would complete it. */
async function forgetOfEnded({ caller, params, server, log, id }: FastifyRequest): Promise<void> {
  if (!caller) return;
  const db = server.deps.database.tenant(caller.tenant);
  try {
    if ((await roleNow(db, caller.sessionId)) === caller.role) return;
    const upload = await findUpload(db, { key: (params as { '*': string })['*'] });
    if (upload?.finishedAt === null) await deleteUpload(db, server.deps.storage, upload);
  } catch (error) {
    // The response is already sent; completing the upload checks the session as well.
    log.warn({ err: error, requestId: id }, 'the session of an upload could not be checked');
  }
}

function logged(error: Error | { status_code: number; body: string }) {
  if (error instanceof HttpError) return { status_code: error.statusCode, body: error.message };
  if ('status_code' in error && error.status_code < 500) return error;
  return { status_code: 500, body: 'This part could not be kept; please try again' };
}

async function openServer(storage: Storage): Promise<Server> {
  const { Server } = await import('@tus/server');
  return new Server({
    path: resumablePath,
    datastore: await storage.resumable(),
    // Browsers upload from the same origin only.
    allowedOrigins: () => false,
    onResponseError: (_request, error) => logged(error),
    getFileIdFromRequest: (request) => new URL(request.url).pathname.slice(resumablePath.length + 1),
  });
}

export async function resumableRoutes(app: FastifyInstance): Promise<void> {
  let tus: Promise<Server> | undefined;

  async function hand(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    tus ??= openServer(app.deps.storage);
    await (await tus).handle(request.raw, reply.raw);
    if (request.method === 'PATCH') await forgetOfEnded(request);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // tus reads the body as a stream.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null));
    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${resumablePath}/*`,
      config: { bytesPerTenSeconds: 20_000 },
      onRequest: requireOwner,
      handler: hand,
    });
  });
}
