/**
 * Parser for multipart/form-data: a few short fields and one file in memory, within the endpoint's limit. Not
 * `@fastify/multipart`: it answers 500 to three kinds of broken bodies that are 400 here (decision 0053).
 */
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { HttpError, badRequest } from '../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** File of a multipart body. */
    file: Buffer | null;
    /** Its name, without a path. */
    fileName: string;
  }
}

type FilePart = NonNullable<Endpoint['filePart']>;

const fieldLimits = { fields: 10, fieldNameSize: 100, parts: 11, files: 1 };

const tooLarge = ({ max }: FilePart) =>
  new HttpError(413, `This file is too large: at most ${Math.floor(max / 1024 / 1024)} MB`);

const unreadable = () => badRequest('This form cannot be read');

/** Makes bodies in this scope multipart: fields become the body, the file becomes `request.file`. */
export function acceptFormData(scope: FastifyInstance, part: FilePart): void {
  scope.decorateRequest('file', null);
  scope.decorateRequest('fileName', '');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest) => read(request, part));
}

/** Creates the parser; 400 for an unsupported content type. */
function readerOf({ headers }: FastifyRequest, { max, maxFieldBytes = 1000 }: FilePart) {
  try {
    return new Busboy({
      headers: headers as { 'content-type': string },
      limits: { ...fieldLimits, fieldSize: maxFieldBytes, fileSize: max },
    });
  } catch {
    throw unreadable();
  }
}

async function read(request: FastifyRequest, part: FilePart): Promise<Record<string, string>> {
  const { raw, headers } = request;
  // Allows for the fields and boundaries.
  if (Number(headers['content-length']) > part.max + 20_000 + (part.maxFieldBytes ?? 0)) throw tooLarge(part);
  const form = readerOf(request, part);
  const fields: Record<string, string> = {};
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error) => {
      raw.unpipe(form);
      raw.resume();
      reject(error);
    };
    form.on('field', (name, value) => {
      fields[name] = value;
    });
    form.on('file', (name, stream, fileName) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => refuse(tooLarge(part)));
      stream.on('error', () => refuse(unreadable()));
      stream.on('end', () => {
        if (name === part.name) Object.assign(request, { file: Buffer.concat(chunks), fileName });
      });
    });
    form.on('error', () => refuse(unreadable()));
    form.on('finish', resolve);
    raw.on('aborted', () => reject(badRequest('The file did not arrive whole')));
    raw.pipe(form);
  });
  return fields;
}
