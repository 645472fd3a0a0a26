/** Bodies are JSON and nothing else; an absent one is undefined, whatever its content type says. */
import type { FastifyInstance } from 'fastify';

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    // Validators are given null for an absent body. One that was sent is not taken for it: it is as little an object.
    else void parse(request, body as string, (error, value) => done(error, value === null ? false : value));
  });
}
