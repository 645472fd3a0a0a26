/**
 * Pictures are drawn anew: upright, in sRGB, still, of a sensible size, without metadata or anything hidden behind
 * them.
 */
import type { Sharp } from 'sharp';
import type { FileType } from '#contract/upload.ts';
import { HttpError, badRequest } from '../errors.ts';

/** More than a phone takes; a larger picture is meant to exhaust the memory. */
const mostPixels = 64_000_000;
const longestSide = 2560;
/** Decoding takes memory: so many at a time, the others wait. */
const mostAtOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < mostAtOnce) running += 1;
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

/** @throws HttpError 400 when it is no picture, a damaged one, or one of more than 64 million pixels. */
export async function redraw(bytes: Buffer, { extension, words }: FileType): Promise<Buffer> {
  const encode = encoders[extension];
  if (!encode) throw badRequest(words);
  return inTurn(async () => {
    // Loaded with the first picture.
    const { default: sharp } = await import('sharp');
    // Nothing is drawn twice.
    sharp.cache(false);
    // An animated one is its first frame.
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, sequentialRead: true });
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
