/** Large files piece by piece, by the tus protocol: HEAD says how much is there, PATCH brings more, DELETE gives up. */
import { ERRORS, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginUpload } from '#contract/upload.ts';
import { HttpError } from '#platform/errors.ts';
import { authenticate } from '#platform/http/serve.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { resumablePath } from './service.ts';

const gone = () => new HttpError(404, 'This upload does not exist any more; begin again');

/** Who began it goes on with it, in the tenant where it was begun; to anybody else it is not there. */
async function requireOwner(request: FastifyRequest): Promise<void> {
  const { revocations, storage } = request.server.deps;
  await authenticate(beginUpload, request, revocations);
  const { caller, params } = request;
  // The address of an upload holds its key: the tenant first.
  const key = (params as { '*': string })['*'];
  if (!caller || !/^[\w/-]+\.\w+$/.test(key) || !key.startsWith(`${caller.tenant}/`)) throw gone();
  const upload = await storage.resumable.getUpload(key).catch(() => undefined);
  if (upload?.metadata?.['owner'] !== caller.userId) throw gone();
  if (request.method === 'PATCH') await storage.requireRoom(Number(request.headers['content-length'] ?? 0));
}

/** The store says only that it could not write; whether for want of room, is seen by looking. */
async function tell(storage: Storage, error: Error | { status_code: number; body: string }) {
  const full =
    error === ERRORS.FILE_WRITE_ERROR
      ? await storage.requireRoom(0).then(
          () => undefined,
          (refusal: HttpError) => refusal,
        )
      : undefined;
  if (full) return { status_code: full.statusCode, body: full.message };
  if ('status_code' in error && error.status_code < 500) return error;
  return { status_code: 500, body: 'This part could not be kept; please try again' };
}

export async function resumableRoutes(app: FastifyInstance): Promise<void> {
  const { storage } = app.deps;
  const tus = new Server({
    path: resumablePath,
    datastore: storage.resumable,
    // Browsers come from our own pages alone.
    allowedOrigins: () => false,
    onResponseError: (_request, error) => tell(storage, error),
    getFileIdFromRequest: (request) => new URL(request.url).pathname.slice(resumablePath.length + 1),
  });

  async function hand(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await tus.handle(request.raw, reply.raw);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read by tus, as a stream.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null));
    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${resumablePath}/*`,
      schema: { hide: true },
      config: { bytesPerTenSeconds: 20_000 },
      onRequest: requireOwner,
      handler: hand,
    });
  });
}
