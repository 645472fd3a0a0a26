/** Measuring of decompressed sizes without keeping the output. */
import { createInflateRaw } from 'node:zlib';

const stepBytes = 64 * 1024;

/**
 * Decompressed size; stops shortly after exceeding `max`.
 * @throws Error for invalid deflate data
 */
export async function inflatedSize(packed: Buffer, max: number): Promise<number> {
  const chunkSize = Math.min(stepBytes, Math.max(64, max + 1));
  const inflate = createInflateRaw({ chunkSize });
  inflate.end(packed);
  let size = 0;
  for await (const chunk of inflate) {
    size += (chunk as Buffer).length;
    if (size > max) break;
  }
  return size;
}
