/**
 * Zip check: reads the table of contents, verifies the decompressed sizes without keeping the output, and refuses
 * harmful archives. Not `yauzl`: it accepts 8 of the 23 hostile archives of the test (decision 0053).
 */
import { createInflateRaw } from 'node:zlib';
import { badRequest } from '../errors.ts';
import type { CompleteFile } from './storage.ts';

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

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** Fixed part of the end record, and the end record with the longest comment. */
const endBytes = 22;
const longestEnd = endBytes + 0xffff;
const entryBytes = 46;
const localBytes = 30;
/** Zip64 end record, and its locator. */
const zip64EndBytes = 56 + 20;
const zip64EndSignature = 0x06064b50;
/** Size that is stored in the extra field instead. */
const elsewhere = 0xffffffff;
/**
 * Longest data descriptor: signature, checksum and two 64-bit sizes, written after entries whose sizes were unknown at
 * their start.
 */
const longestDescriptor = 24;

/** Upper limits of the total decompressed size: in bytes, and as a multiple of the file's size. */
const maxUnpacked = 100 * 1024 * 1024;
const maxRatio = 20;
const maxEntries = 10_000;

/** Flags of an entry: encrypted, and followed by a data descriptor. */
const [encrypted, described] = [1, 8];
const comparedFlags = encrypted | described;

const stored = 0;
const deflated = 8;

const broken = () => badRequest('This file is not a ZIP, or is damaged');
const bomb = (ratio = maxRatio) =>
  badRequest(`This file would become far too large when it is unpacked: at most ${ratio} times its size, and 100 MB`);
const escaping = () => badRequest('This ZIP names a file outside of its own folder; make it again from the files');
const secret = () =>
  badRequest('This ZIP is protected with a password, so nobody can look into it; make it again without');
const unusual = () => badRequest('This ZIP is packed in an unusual way; make it again with the usual compression');

interface Table {
  bytes: Buffer;
  count: number;
  start: number;
}

type LocatedEntry = Entry & { bytes: Buffer };

interface Entry {
  name: string;
  flags: number;
  method: number;
  packed: number;
  full: number;
  offset: number;
}

function readTable(file: Buffer): Table {
  let at = file.length - endBytes;
  const first = Math.max(0, file.length - longestEnd);
  while (at >= first && file.readUInt32LE(at) !== endSignature) at -= 1;
  if (at < first) throw broken();
  const [count, length, start] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 12), file.readUInt32LE(at + 16)];
  if (count > maxEntries) throw bomb();
  const end = start + length;
  if (end > at || (end < at && !isZip64({ count, length, start }, file.subarray(end, at)))) throw broken();
  return { bytes: file.subarray(start, end), count, start };
}

/** Whether `between` is a Zip64 end record with the same values; some programs write one even for small archives. */
function isZip64({ count, length, start }: Omit<Table, 'bytes'> & { length: number }, between: Buffer): boolean {
  if (between.length !== zip64EndBytes || between.readUInt32LE(0) !== zip64EndSignature) return false;
  const values = [32, 40, 48].map((at) => Number(between.readBigUInt64LE(at)));
  return values.join() === [count, length, start].join();
}

/** Entries of the table; their number must match, and nothing else may be in it. */
function entriesOf({ bytes, count }: Table): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) throw broken();
    const nameEnd = at + entryBytes + bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + entryBytes, nameEnd),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      full: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (at !== bytes.length || entries.length !== count) throw broken();
  return entries;
}

/** Whether a path is absolute, on another drive, or leads outside; some programs treat a backslash as a slash. */
const isEscaping = (name: string) => /^\/|^[a-z]:|[\\\0]|(^|\/)\.\.(\/|$)/i.test(name);

const hasDescriptor = ({ flags }: Entry) => (flags & described) !== 0;

function checkMethod({ flags, method, packed, full }: Entry): void {
  if ((flags & encrypted) !== 0) throw secret();
  if (method !== stored && method !== deflated) throw unusual();
  if (method === stored && packed !== full) throw broken();
}

/** Checks that an entry decompresses to exactly its declared size, without decompressing more. */
async function checkSize({ method, bytes, full }: LocatedEntry): Promise<void> {
  if (method === stored) return;
  const size = await inflatedSize(bytes, full).catch(() => {
    throw broken();
  });
  if (size > full) throw bomb();
  if (size < full) throw broken();
}

/**
 * Locates the entries. They must follow each other up to the table, with local headers that match it; otherwise
 * programs that read the headers would see other files.
 */
function locate(file: Buffer, entries: Entry[], tableStart: number): LocatedEntry[] {
  let [end, slack] = [0, 0];
  const placed = entries
    .toSorted((one, other) => one.offset - other.offset)
    .map((entry) => {
      if (entry.offset < end) throw bomb();
      if (entry.offset > end + slack || entry.offset + localBytes > tableStart) throw broken();
      const head = file.subarray(entry.offset, entry.offset + localBytes);
      const nameEnd = entry.offset + localBytes + head.readUInt16LE(26);
      const start = nameEnd + head.readUInt16LE(28);
      const name = file.toString('utf8', entry.offset + localBytes, nameEnd);
      if (!isSame(entry, { head, name, extra: file.subarray(nameEnd, start) })) throw broken();
      [end, slack] = [start + entry.packed, hasDescriptor(entry) ? longestDescriptor : 0];
      return { ...entry, bytes: file.subarray(start, end) };
    });
  if (end > tableStart || end + slack < tableStart) throw broken();
  return placed;
}

function isSame(entry: Entry, { head, name, extra }: Record<'head' | 'extra', Buffer> & { name: string }): boolean {
  if (head.readUInt32LE(0) !== localSignature || name !== entry.name) return false;
  if ((head.readUInt16LE(6) & comparedFlags) !== (entry.flags & comparedFlags) || head.readUInt16LE(8) !== entry.method)
    return false;
  const [packed, full] = [head.readUInt32LE(18), head.readUInt32LE(22)];
  const agrees = (headerSize: number, size: number) =>
    headerSize === size || (hasDescriptor(entry) && headerSize === 0);
  if (packed === elsewhere && full === elsewhere) {
    // Zip64 extra field: id and length, followed by the sizes.
    if (extra.length < 20 || extra.readUInt32LE(0) !== 0x00100001) return false;
    const sizes = [extra.readBigUInt64LE(4), extra.readBigUInt64LE(12)].map(Number) as [number, number];
    return agrees(sizes[0], entry.full) && agrees(sizes[1], entry.packed);
  }
  return agrees(packed, entry.packed) && agrees(full, entry.full);
}

/**
 * Checks an archive; returns the names in it. @throws HttpError 400 if it is no zip, decompresses to more than 100 MB,
 * `ratio` times its size or more than declared, has overlapping or hidden data, or would write outside of its folder.
 */
export async function checkZip(
  { size, read }: Pick<CompleteFile, 'size' | 'read'>,
  ratio = maxRatio,
): Promise<Set<string>> {
  const file = await read(0, size);
  if (file.length < endBytes + localBytes) throw broken();
  const table = readTable(file);
  const entries = entriesOf(table);
  if (entries.some(({ name }) => isEscaping(name))) throw escaping();
  if (entries.reduce((sum, { full }) => sum + full, 0) > Math.min(maxUnpacked, ratio * size)) throw bomb(ratio);
  for (const entry of entries) checkMethod(entry);
  const names = new Set(entries.map(({ name }) => name));
  if (names.size < entries.length) throw broken();
  for (const entry of locate(file, entries, table.start)) await checkSize(entry);
  return names;
}
