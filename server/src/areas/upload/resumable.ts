/** Large files piece by piece, by the tus protocol: HEAD says how much is there, PATCH brings more, DELETE gives up. */
import { ERRORS, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginUpload } from '#contract/upload.ts';
import { HttpError } from '#platform/errors.ts';
import { authenticate } from '#platform/http/serve.ts';
import { resumablePath } from './service.ts';

const gone = () => new HttpError(404, 'This upload does not exist any more; begin again');

/** The address of an upload holds its key: the tenant first. */
const keyOf = ({ params }: FastifyRequest) => (params as { '*': string })['*'];

export async function resumableRoutes(app: FastifyInstance): Promise<void> {
  const { config, storage } = app.deps;
  const { resumable } = storage;
  const tus = new Server({
    path: resumablePath,
    datastore: resumable,
    // Browsers come from our own pages alone.
    allowedOrigins: () => false,
    // The store says only that it could not write; why, is seen by looking.
    onResponseError: async (_request, error) => {
      const room = error === ERRORS.FILE_WRITE_ERROR ? await storage.requireRoom(0).catch((full: HttpError) => full) : undefined;
      if (room) return { status_code: room.statusCode, body: room.message };
      return 'status_code' in error && error.status_code < 500 ? error : { status_code: 500, body: 'This part could not be kept; please try again' };
    },
    getFileIdFromRequest: (request) => new URL(request.url).pathname.slice(resumablePath.length + 1),
  });

  /** Who began it goes on with it, in the tenant where it was begun; to anybody else it is not there. */
  async function requireOwner(request: FastifyRequest): Promise<void> {
    await authenticate(beginUpload, request, config.jwtSecret);
    const key = keyOf(request);
    const { caller } = request;
    if (!caller || !/^[\w/-]+\.\w+$/.test(key) || !key.startsWith(`${caller.tenant}/`)) throw gone();
    const upload = await resumable.getUpload(key).catch(() => undefined);
    if (upload?.metadata?.['owner'] !== caller.userId) throw gone();
    if (request.method === 'PATCH') await storage.requireRoom(Number(request.headers['content-length'] ?? 0));
  }

  async function hand(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    await tus.handle(request.raw, reply.raw);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read by tus, as a stream.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null));
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const)
      scope.route({
        method,
        url: `${resumablePath}/*`,
        schema: { hide: true },
        config: { arrives: 'steadily' },
        onRequest: requireOwner,
        handler: hand,
      });
  });
}
