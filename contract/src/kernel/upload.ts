/** Uploaded files: pictures, attachments, videos (spec §3, §7, §8 Upload; domain.md, Uploads). */
import { whenValid } from './when-valid.ts';
import { z } from 'zod';
import { byIdOf, idOf, name, textOf } from './fields.ts';
import { endpoint } from './endpoint.ts';

const megabyte = 1024 * 1024;
const openXml = 'application/vnd.openxmlformats-officedocument';

/** File kinds: extension by media type; `max` in bytes; `words` for messages. */
export const fileKinds = {
  image: {
    types: { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' },
    max: 2 * megabyte,
    words: 'A picture is a JPG, PNG or WebP of at most 2 MB',
  },
  attachment: {
    types: {
      'application/pdf': 'pdf',
      [`${openXml}.wordprocessingml.document`]: 'docx',
      [`${openXml}.presentationml.presentation`]: 'pptx',
      [`${openXml}.spreadsheetml.sheet`]: 'xlsx',
      'application/zip': 'zip',
    },
    max: 10 * megabyte,
    words: 'An attachment is a PDF, DOCX, PPTX, XLSX or ZIP of at most 10 MB',
  },
  video: {
    types: { 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' },
    max: 5120 * megabyte,
    words: 'A video is an MP4, MOV or WebM of at most 5 GB',
  },
  /** Files the server generates for videos and captions. */
  made: {
    types: { 'application/vnd.apple.mpegurl': 'm3u8', 'text/vtt': 'vtt' },
    max: 10 * megabyte,
    words: 'Files of this kind are made here, and not uploaded',
  },
} as const satisfies Record<string, { types: Record<string, string>; max: number; words: string }>;
export type FileKind = keyof typeof fileKinds;

export interface FileType {
  kind: FileKind;
  mediaType: string;
  extension: string;
  max: number;
  words: string;
}

/** File types of all kinds, one for each media type; `max` in bytes. */
export const fileTypes: readonly FileType[] = (Object.keys(fileKinds) as FileKind[]).flatMap((kind) => {
  const { types, max, words } = fileKinds[kind];
  return Object.entries<string>(types).map(([mediaType, extension]) => ({ kind, mediaType, extension, max, words }));
});

/** Files that fields accept: those of a kind, or pictures and PDFs, which prove something. */
export const acceptedFiles = {
  ...fileKinds,
  evidence: {
    types: { ...fileKinds.image.types, 'application/pdf': 'pdf' },
    words: 'Evidence is a JPG, PNG or WebP of at most 2 MB, or a PDF of at most 10 MB',
  },
} as const;
export type AcceptedFile = keyof typeof acceptedFiles;

const isSent = ({ kind }: FileType) => kind !== 'made';

/** File type of a media type; undefined: unknown. */
export const typeOfMedia = (mediaType: string): FileType | undefined =>
  fileTypes.find((type) => type.mediaType === mediaType);

/** Folder of the tenant: letters, digits, `-` and `_` between slashes. */
const prefix = textOf('folder', z.string().max(100, 'At most 100 characters'))
  .transform((path) => path.replace(/^\/+|\/+$/g, ''))
  .refine((path) => path === '' || /^[\w-]+(\/[\w-]+)*$/.test(path), 'A prefix is made of letters, digits, - and _')
  .default('');

const size = z
  .int('A whole number of bytes')
  .min(1, 'The file is empty')
  .max(fileKinds.video.max, fileKinds.video.words);
const announced = {
  filename: name(1, 255),
  contentType: z.enum(
    fileTypes.filter(isSent).map(({ mediaType }) => mediaType),
    'Only pictures (JPG, PNG, WebP), PDF, DOCX, PPTX, XLSX, ZIP and videos (MP4, MOV, WebM) can be uploaded',
  ),
  prefix,
};
const isWithinSize = ({ contentType, size: bytes }: { contentType: string; size?: number | undefined }) =>
  bytes === undefined || bytes <= (typeOfMedia(contentType)?.max ?? bytes);
const tooLarge = {
  ...whenValid('contentType', 'size'),
  path: ['size'],
  error: ({ input }: { input?: unknown }) =>
    typeOfMedia((input as { contentType: string }).contentType)?.words ?? 'This file is too large',
};

const roles = ['admin', 'instructor', 'customer-service'] as const;
const messages = { fail: 'Upload Image Fail, Failed to get presigned URL!' } as const;
const file = z.object({ file: z.object({ url: z.string() }) });

/** Uploads one picture as multipart. It is re-encoded: rotated upright, without metadata. */
export const uploadImage = endpoint({
  area: 'upload',
  method: 'POST',
  url: '/admin/upload-image/',
  roles,
  filePart: { name: 'image', max: fileKinds.image.max },
  body: z.object({ prefix }),
  reply: file,
  messages,
});

/**
 * Returns a URL to PUT a file to, within 15 minutes, with this content type, `x-amz-acl: public-read` and, if `size` is
 * given, that length. Without `size`, as in the spec, the limit of its type applies: during transfer in the embedded
 * store, on finishing in S3 (whose signatures have no "at most"). The file's address is `url` without the query.
 */
export const presignUpload = endpoint({
  area: 'upload',
  method: 'POST',
  url: '/admin/upload/presigned/',
  roles,
  body: z.object({ ...announced, size: size.optional() }).refine(isWithinSize, tooLarge),
  reply: z.object({ url: z.string(), uploadId: idOf('upload') }),
  messages,
});

/** Returns a URL for a resumable upload of a large file in pieces: tus 1.0 (HEAD, PATCH, DELETE). */
export const beginUpload = endpoint({
  area: 'upload',
  method: 'POST',
  url: '/admin/upload/resumable/',
  roles,
  body: z.object({ ...announced, size }).refine(isWithinSize, tooLarge),
  reply: z.object({ url: z.string(), uploadId: idOf('upload') }),
  messages,
});

/** Finishes an upload: checks that the content matches the announced type. Safe to repeat. */
export const finishUpload = endpoint({
  area: 'upload',
  method: 'POST',
  url: '/admin/upload/:id/finish/',
  roles,
  params: byIdOf('upload'),
  reply: file,
  messages,
});
