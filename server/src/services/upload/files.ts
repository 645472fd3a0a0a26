/**
 * Files of the embedded store: anyone with the URL can read them until they are withdrawn; a signed URL allows one write.
 */
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FileType, fileTypes, presignUpload } from '#contract/kernel/upload.ts';
import { certificateFolder } from '#contract/certificate/endpoints.ts';
import { dossierFolder } from '#contract/user/privacy.ts';
import { type Tenant, mayCall, tenants } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest } from '#platform/errors.ts';
import { pdfPolicy } from '#platform/http/security.ts';
import { roleNow } from '#platform/session/session.ts';
import type { EmbeddedStorage } from '#platform/storage/embedded.ts';
import { filesPath, immutable, uncached } from '#platform/storage/storage.ts';
import { acceptUpload, findUpload, isReadable, typeOf } from '#platform/storage/uploads.ts';

interface Place {
  key: string;
  /** Can be withdrawn. */
  isRevocable: boolean;
  tenant: Tenant;
  type: FileType;
}

const pattern = /^(\w+)\/(?:([\w-]+)\/(?:[\w-]+\/)*)?[0-9a-f]{32}\.(\w+)$/;

/** Folders of files that can be withdrawn. */
const revocable: ReadonlySet<string | undefined> = new Set([certificateFolder, dossierFolder]);

const missing = () => new HttpError(404, 'There is no file at this address');

/** Parses a key; 404 for any other path, such as folders, dot files and parent directories. */
function placeOf({ params }: FastifyRequest): Place {
  const key = (params as { '*': string })['*'];
  const [, first, folder, extension] = pattern.exec(key) ?? [];
  const tenant = tenants.find((one) => one === first);
  const type = fileTypes.find((one) => one.extension === extension);
  if (!tenant || !type) throw missing();
  // Some file systems ignore case.
  return { key, isRevocable: revocable.has(folder?.toLowerCase()), tenant, type };
}

const otherPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Response headers: the stored media type without sniffing or scripts; all but pictures, videos and PDFs are downloads. */
function headersOf({ isRevocable, type: { mediaType, kind, extension } }: Place): Record<string, string> {
  const isShown = kind !== 'attachment' || extension === 'pdf';
  return {
    'content-type': mediaType,
    'cache-control': isRevocable ? uncached : immutable,
    'x-content-type-options': 'nosniff',
    'content-security-policy': extension === 'pdf' ? pdfPolicy : otherPolicy,
    // The brands' sites embed these files too.
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': isShown ? 'inline' : 'attachment',
  };
}

/** `Content-Length` as a number; undefined if the header is missing. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  return headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
}

/** Grant of the signed URL, checked against the request's headers. */
function grantOf(storage: EmbeddedStorage, { key, type }: Place, request: FastifyRequest) {
  const grant = storage.readGrant(key, request.query as Record<string, unknown>);
  if (request.headers['content-type'] !== grant.mediaType)
    throw badRequest(`This address takes ${grant.mediaType}, as it was announced`);
  const length = lengthOf(request);
  if (length !== undefined && length > type.max) throw new HttpError(413, type.words);
  if (grant.size !== undefined && length !== undefined && length !== grant.size)
    throw badRequest('This file is not as long as was announced');
  return grant;
}

/** 403 if the session that requested the URL has ended, or its user may no longer upload. */
async function requireUploader(db: Db, sessionId: string): Promise<void> {
  const role = await roleNow(db, sessionId);
  if (role === null || !mayCall(presignUpload, role))
    throw new HttpError(403, 'The session that asked for this address is over; ask for another');
}

export async function fileRoutes(app: FastifyInstance, storage: EmbeddedStorage): Promise<void> {
  async function read(request: FastifyRequest, reply: FastifyReply) {
    const place = placeOf(request);
    const { key, isRevocable, tenant } = place;
    if (isRevocable && !(await isReadable(app.deps.database.tenant(tenant), key))) throw missing();
    const { statusCode, headers, stream } = await send(request.raw, key, {
      root: storage.folder,
      dotfiles: 'deny',
      cacheControl: false,
      contentType: false,
    });
    if (statusCode === 404) throw missing();
    return reply
      .code(statusCode)
      .headers({ ...headers, ...headersOf(place) })
      .send(stream);
  }

  async function write(request: FastifyRequest, reply: FastifyReply) {
    const place = placeOf(request);
    const { key, tenant } = place;
    const { size, sessionId } = grantOf(storage, place, request);
    const db = app.deps.database.tenant(tenant);
    const upload = await findUpload(db, { key });
    if (!upload || upload.finishedAt !== null)
      throw new HttpError(409, 'Something was uploaded to this address already; ask for another');
    await requireUploader(db, sessionId);
    await storage.receive(key, request.raw, size ?? typeOf(upload).max, async (file) => {
      await requireUploader(db, sessionId);
      await acceptUpload(db, upload, file);
    });
    return reply.code(200).send();
  }

  app.get(`${filesPath}/*`, read);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.put(`${filesPath}/*`, { config: { bytesPerTenSeconds: 20_000 } }, write);
  });
}
