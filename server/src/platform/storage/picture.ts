/**
 * Re-encoding of pictures: rotated upright, sRGB, a single frame, limited size, and without metadata or appended data.
 */
import type { Sharp } from 'sharp';
import { type FileType, typeOfMedia } from '#contract/kernel/upload.ts';
import { HttpError, badRequest } from '../errors.ts';

/** More than phones take; larger pictures could exhaust memory. */
const maxPixels = 64_000_000;
const longestSide = 2560;
/** Upper limit of concurrent decoding, which needs much memory. */
const maxConcurrent = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxConcurrent) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const encoders: Record<string, (picture: Sharp) => Sharp> = {
  jpg: (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 85, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  webp: (picture) => picture.webp({ quality: 85 }),
};

function refusal({ message }: Error): HttpError {
  if (message.includes('pixel limit')) return badRequest('This picture has too many pixels; make it smaller first');
  if (message.includes('timeout'))
    return new HttpError(503, 'There are too many pictures to look at; please try again', { retryAfter: 5 });
  return badRequest('This picture is damaged and cannot be read');
}

/**
 * Re-encodes a picture.
 * @throws HttpError 400 if it is damaged, over 64 million pixels or no picture; 503 if it takes more than 20 seconds.
 */
export async function reencode(bytes: Buffer, { extension, words }: FileType): Promise<Buffer> {
  const encode = encoders[extension];
  if (!encode) throw badRequest(words);
  return withSlot(async () => {
    // Loaded on first use.
    const { default: sharp } = await import('sharp');
    // No picture is processed twice.
    sharp.cache(false);
    // Uses the first frame of an animation.
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true });
    const upright = picture
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    return await encode(upright)
      .timeout({ seconds: 20 })
      .toBuffer()
      .catch((error: Error) => {
        throw refusal(error);
      });
  });
}

/** A GIF, which is not stored, as PNG of its first frame; other pictures are unchanged. @throws HttpError as reencode */
export const withoutGif = async (bytes: Buffer): Promise<Buffer> =>
  bytes.toString('latin1', 0, 4) === 'GIF8' ? await reencode(bytes, typeOfMedia('image/png')!) : bytes;
