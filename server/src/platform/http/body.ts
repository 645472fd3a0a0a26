/** Bodies are JSON in UTF-8 and nothing else; an absent one is undefined, whatever its content type says. */
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors.ts';

/** Refuses what is no UTF-8, instead of putting another character in its place; a byte order mark is no JSON. */
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
    // Validators are given null for an absent body. One that was sent is not taken for it: it is as little an object.
    return void parse(request, text, (error, value) => done(error, value === null ? false : value));
  });
}
