/** What packed bytes really become, counted as they are unpacked and thrown away. */
import { createInflateRaw } from 'node:zlib';

const stepBytes = 64 * 1024;

/**
 * Bytes that these become; where that is more than `most`, little more than that: nothing further is unpacked.
 * @throws Error when they are not deflated
 */
export async function inflatedSize(packed: Buffer, most: number): Promise<number> {
  const chunkSize = Math.min(stepBytes, Math.max(64, most + 1));
  const inflate = createInflateRaw({ chunkSize });
  inflate.end(packed);
  let size = 0;
  for await (const chunk of inflate) {
    size += (chunk as Buffer).length;
    if (size > most) break;
  }
  return size;
}
