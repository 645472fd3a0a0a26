/** Body parser: JSON in UTF-8 only; an empty body is undefined, whatever its content type. */
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors.ts';

/** Throws for invalid UTF-8 instead of replacing characters; keeps a byte order mark, which is then refused. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(badRequest('The body is not UTF-8'));
    }
    if (text.startsWith('\uFEFF')) return done(badRequest('The body is not JSON: it begins with a byte order mark'));
    // Validators receive null for an absent body; false keeps a sent `null` from being mistaken for one.
    return void parse(request, text, (error, value) => done(error, value === null ? false : value));
  });
}
