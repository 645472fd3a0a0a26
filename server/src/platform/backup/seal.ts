/**
 * The checksum of a backup's bytes. It stands at the file's end as the comment of an empty gzip member, so that the
 * file stays a plain .tar.gz to every other tool.
 */
import { createHash } from 'node:crypto';

type Bytes = AsyncIterable<Uint8Array>;

const header = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
/** An empty deflate block, the CRC and the length of nothing. */
const footer = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const label = 'sha-256 ';
const sealLength = header.length + label.length + 64 + 1 + footer.length;

const sealOf = (digest: string) => Buffer.concat([header, Buffer.from(`${label}${digest}\0`), footer]);

/** What differs from what was written, or ends before its end. */
export class DamagedError extends Error {
  override name = 'DamagedError';
}

/** The bytes, and after them their seal. */
export async function* seal(source: Bytes): Bytes {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield sealOf(hash.digest('hex'));
}

/** The bytes without their seal. @throws DamagedError after the last of them when it is not theirs. */
export async function* unseal(source: Bytes): Bytes {
  const hash = createHash('sha256');
  let held = Buffer.alloc(0);
  for await (const chunk of source) {
    const all = Buffer.concat([held, chunk]);
    const bytes = all.subarray(0, Math.max(0, all.length - sealLength));
    held = all.subarray(bytes.length);
    if (bytes.length === 0) continue;
    hash.update(bytes);
    yield bytes;
  }
  if (!held.equals(sealOf(hash.digest('hex')))) throw new DamagedError('its checksum is not that of its content');
}
