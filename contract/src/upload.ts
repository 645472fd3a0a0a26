/** Files that people add: pictures, attachments, videos (spec §3, §7, §8 Upload; domain.md, Uploads). */
import { onceValid } from './across.ts';
import { z } from 'zod';
import { byIdOf, idOf, name, textOf } from './fields.ts';
import { endpoint } from './kernel.ts';

const megabyte = 1024 * 1024;
const openXml = 'application/vnd.openxmlformats-officedocument';

/** What may be uploaded: media type → extension; `most` in bytes; `words` for people. */
export const fileKinds = {
  image: {
    types: { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' },
    most: 2 * megabyte,
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
    most: 10 * megabyte,
    words: 'An attachment is a PDF, DOCX, PPTX, XLSX or ZIP of at most 10 MB',
  },
  video: {
    types: { 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' },
    most: 5120 * megabyte,
    words: 'A video is an MP4, MOV or WebM of at most 5 GB',
  },
  /** What the server makes of a video, and of captions. */
  made: {
    types: { 'application/vnd.apple.mpegurl': 'm3u8', 'text/vtt': 'vtt' },
    most: 10 * megabyte,
    words: 'Files of this kind are made here, and not uploaded',
  },
} as const satisfies Record<string, { types: Record<string, string>; most: number; words: string }>;
export type FileKind = keyof typeof fileKinds;

export interface FileType {
  kind: FileKind;
  mediaType: string;
  extension: string;
  most: number;
  words: string;
}

export const fileTypes: readonly FileType[] = (Object.keys(fileKinds) as FileKind[]).flatMap((kind) => {
  const { types, most, words } = fileKinds[kind];
  return Object.entries<string>(types).map(([mediaType, extension]) => ({ kind, mediaType, extension, most, words }));
});

const isSent = ({ kind }: FileType) => kind !== 'made';

export const typeOfMedia = (mediaType: string): FileType | undefined =>
  fileTypes.find((type) => type.mediaType === mediaType);

/** A folder of the tenant's: letters, digits, `-` and `_` between slashes. */
const prefix = textOf('folder', z.string().max(100, 'At most 100 characters'))
  .transform((path) => path.replace(/^\/+|\/+$/g, ''))
  .refine((path) => path === '' || /^[\w-]+(\/[\w-]+)*$/.test(path), 'A prefix is made of letters, digits, - and _')
  .default('');

const size = z
  .int('A whole number of bytes')
  .min(1, 'The file is empty')
  .max(fileKinds.video.most, fileKinds.video.words);
const announced = {
  filename: name(1, 255),
  contentType: z.enum(
    fileTypes.filter(isSent).map(({ mediaType }) => mediaType),
    'Only pictures (JPG, PNG, WebP), PDF, DOCX, PPTX, XLSX, ZIP and videos (MP4, MOV, WebM) can be uploaded',
  ),
  prefix,
};
const isWithinSize = ({ contentType, size: bytes }: { contentType: string; size?: number | undefined }) =>
  bytes === undefined || bytes <= (typeOfMedia(contentType)?.most ?? bytes);
const tooLarge = {
  ...onceValid('contentType', 'size'),
  path: ['size'],
  error: ({ input }: { input?: unknown }) =>
    typeOfMedia((input as { contentType: string }).contentType)?.words ?? 'This file is too large',
};

const roles = ['admin', 'instructor'] as const;
const messages = { fail: 'Upload Image Fail, Failed to get presigned URL!' } as const;
const file = z.object({ file: z.object({ url: z.string() }) });

/** One picture, multipart. What is stored is drawn anew: turned upright, without metadata. */
export const uploadImage = endpoint({
  area: 'upload',
  method: 'POST',
  url: '/admin/upload-image/',
  roles,
  filePart: { name: 'image', most: fileKinds.image.most },
  body: z.object({ prefix }),
  reply: file,
  messages,
});

/**
 * Where to PUT a file, within 15 minutes, with this content type, `x-amz-acl: public-read` and, where `size` was said,
 * of that length. The spec's body says none: then it is bound to the most that its type may have, in a folder as it
 * comes, in S3 (whose signature knows no "at most") when it is looked into. The file's address is `url` without its
 * query.
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

/** Where to send a large file piece by piece, resuming where it broke off: `url` speaks tus 1.0 (HEAD, PATCH, DELETE). */
export const beginUpload = endpoint({
  area: 'upload',
  method: 'POST',
  url: '/admin/upload/resumable/',
  roles,
  body: z.object({ ...announced, size }).refine(isWithinSize, tooLarge),
  reply: z.object({ url: z.string(), uploadId: idOf('upload') }),
  messages,
});

/** The file has arrived: it is looked into, and refused if it is not what it was said to be. May be repeated. */
export const finishUpload = endpoint({
  area: 'upload',
  method: 'POST',
  url: '/admin/upload/:id/finish/',
  roles,
  params: byIdOf('upload'),
  reply: file,
  messages,
});
