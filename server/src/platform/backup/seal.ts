/**
 * Checksum of a backup's bytes, stored at the end of the file as the comment of an empty gzip member, so that the file
 * remains a plain .tar.gz for other tools.
 */
import { createHash } from 'node:crypto';

type Bytes = AsyncIterable<Uint8Array>;

const header = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
/** Empty deflate block, with CRC and length of empty content. */
const footer = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const label = 'sha-256 ';
const sealLength = header.length + label.length + 64 + 1 + footer.length;

const sealOf = (digest: string) => Buffer.concat([header, Buffer.from(`${label}${digest}\0`), footer]);

/** Error for changed or truncated content. */
export class DamagedError extends Error {
  override name = 'DamagedError';
}

/** Yields the bytes, followed by their seal. */
export async function* seal(source: Bytes): Bytes {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield sealOf(hash.digest('hex'));
}

/** Yields the bytes without their seal. @throws DamagedError at the end if the seal does not match. */
export async function* unseal(source: Bytes): Bytes {
  const hash = createHash('sha256');
  let pending = Buffer.alloc(0);
  for await (const chunk of source) {
    const all = Buffer.concat([pending, chunk]);
    const bytes = all.subarray(0, Math.max(0, all.length - sealLength));
    pending = all.subarray(bytes.length);
    if (bytes.length === 0) continue;
    hash.update(bytes);
    yield bytes;
  }
  if (!pending.equals(sealOf(hash.digest('hex')))) throw new DamagedError('its checksum is not that of its content');
}
