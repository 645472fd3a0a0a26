/** Backup file: a gzipped tar, sealed with a checksum, and encrypted with age if a key is given. */
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Decrypter } from 'age-encryption';
import { extract as openTar, pack as makeTar, type Pack } from 'tar-stream';
import type { BackupKey } from './key.ts';
import { seal, unseal } from './seal.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** Writes one entry; resolves when it is written. `size` is in bytes. */
export interface AddEntry {
  (name: string, content: Buffer): Promise<void>;
  (name: string, content: Bytes | Buffer[], size: number): Promise<void>;
}

export interface ArchiveEntry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

const blockSize = 1 << 20;
/** gzip level; higher ones are slower on rows and hardly smaller. */
const level = 1;
const chunkSize = blockSize / 4;

/**
 * Runs `fill` and writes the entries it adds to `to`, which is ended. Holds little in memory, whatever the size.
 */
export async function writeArchive(
  to: Writable,
  key: BackupKey | undefined,
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const pack = makeTar();
  const sealed = (source: Bytes) => (key ? encrypt(seal(source), key) : seal(source));
  const packed = Readable.from(pack as Bytes, { objectMode: false });
  const written = pipeline(packed, createGzip({ level, chunkSize }), sealed, to);
  const filled = fill((name: string, content: Buffer | Bytes | Buffer[], size?: number) =>
    Buffer.isBuffer(content)
      ? addBytes(pack, name, [content], content.length)
      : addBytes(pack, name, content, size ?? 0),
  ).then(
    () => pack.finalize(),
    (error: Error) => {
      pack.destroy(error);
      throw error;
    },
  );
  // The first rejection has the cause; the other only reports a closed stream.
  await Promise.all([filled, written]);
}

async function addBytes(pack: Pack, name: string, content: Bytes | Buffer[], size: number): Promise<void> {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  done.catch(() => undefined);
  const entry = pack.entry({ name, mode: 0o600, size }, (error) => (error ? reject(error) : resolve()));
  for await (const chunk of content) {
    if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), done]);
  }
  entry.end(null);
  await done;
}

async function* encrypt(source: Bytes, key: BackupKey): Bytes {
  const encrypter = await key.encrypter();
  yield* await encrypter.encrypt(ReadableStream.from(source) as ReadableStream<Uint8Array>);
}

/**
 * Reads the entries in order; each entry's content must be consumed before the next.
 * @throws Error with one sentence: not a backup, damaged, encrypted but no key, a key but not
 * encrypted, or wrong key. System errors, such as a missing file, are thrown unchanged.
 */
export async function* readArchive(file: string, key: BackupKey | undefined): AsyncGenerator<ArchiveEntry> {
  const decrypter = key?.decrypter();
  const handle = await open(file);
  try {
    await lookAt(handle, file, Boolean(decrypter));
    const raw = handle.createReadStream({ start: 0, highWaterMark: blockSize, autoClose: false });
    const bytes = decrypter ? await decrypt(raw, file, decrypter) : raw;
    const extract = openTar();
    const read = pipeline(
      Readable.from(unseal(bytes), { objectMode: false }),
      createGunzip({ chunkSize }),
      extract as NodeJS.WritableStream,
    );
    read.catch(() => undefined);
    for await (const entry of extract) {
      yield { name: entry.header.name, size: entry.header.size, content: contentOf(entry, file) };
    }
    await read;
  } catch (error) {
    throw readable(error as Error, file);
  } finally {
    await handle.close();
  }
}

/** Rewrites errors raised while an entry is read. */
async function* contentOf(entry: AsyncIterable<unknown>, file: string): AsyncGenerator<Buffer> {
  try {
    yield* entry as AsyncIterable<Buffer>;
  } catch (error) {
    throw readable(error as Error, file);
  }
}

/** Error whose message is complete as it is. */
class RefusedError extends Error {}

async function lookAt(handle: FileHandle, file: string, hasKey: boolean): Promise<void> {
  const { buffer } = await handle.read(Buffer.alloc(19), 0, 19, 0);
  const name = basename(file);
  const isEncrypted = buffer.toString('latin1') === 'age-encryption.org/';
  if (!isEncrypted && buffer.readUInt16BE() !== 0x1f8b)
    throw new RefusedError(`${name} is no backup of Lectern, or its beginning is damaged`);
  if (isEncrypted && !hasKey)
    throw new RefusedError(`${name} is encrypted; give its key in BACKUP_KEY or in a file with --key-file`);
  // Otherwise anybody who can write to the backup folder could plant a forged backup.
  if (!isEncrypted && hasKey)
    throw new RefusedError(`${name} is not encrypted; leave the key away if that is as it should be`);
}

async function decrypt(raw: Readable, file: string, decrypter: Decrypter): Promise<Bytes> {
  try {
    return await decrypter.decrypt(ReadableStream.from(raw) as ReadableStream<Uint8Array>);
  } catch (cause) {
    throw new RefusedError(`The key does not open ${basename(file)}, or the file's beginning is damaged`, { cause });
  }
}

function readable(error: Error, file: string): Error {
  if (error instanceof RefusedError || (error as NodeJS.ErrnoException).syscall) return error;
  return new Error(`${basename(file)} is damaged or cut short (${error.message}); use another backup`, {
    cause: error,
  });
}
