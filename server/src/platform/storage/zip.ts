/**
 * Reads a zip's table of contents, without unpacking anything, and refuses what would do harm when somebody unpacks it.
 */
import { badRequest } from '../errors.ts';
import type { Arrived } from './storage.ts';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** The end record's fixed part, and the longest comment behind it. */
const endBytes = 22;
const longestEnd = endBytes + 0xffff;
const entryBytes = 46;
const localBytes = 30;
/** Zip64's end record, and the record that says where it is. */
const zip64EndBytes = 56 + 20;
const zip64EndSignature = 0x06064b50;
/** In place of a size that is among the extra fields of the head. */
const elsewhere = 0xffffffff;
/** Behind an entry whose sizes were not known when it was begun: at most a signature, a checksum and two long sizes. */
const longestDescriptor = 24;
/** What is read at once of the entries' heads. */
const windowBytes = 1024 * 1024;

/** Unpacked, all together: what an honest archive of 10 MB stays far below. */
const mostUnpacked = 500 * 1024 * 1024;
const mostEntries = 10_000;
/** Deflate makes 1032 bytes of one at most. */
const mostRatio = 1032;

/** Of an entry's flags: it is encrypted, and its sizes come behind it. */
const [encrypted, described] = [1, 8];
const telling = encrypted | described;

const stored = 0;
const deflated = 8;

const broken = () => badRequest('This file is not a ZIP, or is damaged');
const bomb = () => badRequest('This file would become far too large when it is unpacked');
const escaping = () => badRequest('This ZIP names a file outside of its own folder; make it again from the files');
const unusual = () => badRequest('This ZIP is packed in an unusual way; make it again with the usual compression');

type ReadableFile = Pick<Arrived, 'size' | 'read'>;

interface Table {
  bytes: Buffer;
  count: number;
  start: number;
}

interface Entry {
  name: string;
  flags: number;
  method: number;
  packed: number;
  full: number;
  offset: number;
}

async function readTable(file: ReadableFile): Promise<Table> {
  const from = Math.max(0, file.size - longestEnd);
  const tail = await file.read(from, longestEnd);
  let at = tail.length - endBytes;
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at -= 1;
  if (at < 0) throw broken();
  const [count, length, start] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (count > mostEntries) throw bomb();
  if (start + length !== from + at && !isZip64({ count, length, start }, tail.subarray(start + length - from, at)))
    throw broken();
  return { bytes: await file.read(start, length), count, start };
}

/** Some write Zip64's end before the usual one although nothing is large: then both say the same. */
function isZip64({ count, length, start }: Omit<Table, 'bytes'> & { length: number }, between: Buffer): boolean {
  if (between.length !== zip64EndBytes || between.readUInt32LE(0) !== zip64EndSignature) return false;
  const said = [32, 40, 48].map((at) => Number(between.readBigUInt64LE(at)));
  return said.join() === [count, length, start].join();
}

/** The entries of the table: as many as it says, and nothing else in it. */
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

/** A path from the root, of another drive, or up and out; a backslash is a slash to some. */
const isEscaping = (name: string) => /^\/|^[a-z]:|[\\\0]|(^|\/)\.\.(\/|$)/i.test(name);

const isEncrypted = ({ flags }: Entry) => (flags & encrypted) !== 0;
const hasDescriptor = ({ flags }: Entry) => (flags & described) !== 0;

/** What an entry says it becomes must be what its bytes can become: packing makes nothing much larger. */
function checkSizes(entry: Entry): void {
  const { method, packed, full } = entry;
  if (method !== stored && method !== deflated) throw unusual();
  if (full > packed * mostRatio || packed > full * 1.1 + 1024) throw bomb();
  if (method === stored && packed !== full && !isEncrypted(entry)) throw broken();
}

/**
 * The entries lie one behind the other up to the table, each with a head that says the same: else other programs, which
 * read the heads, would find other files.
 */
async function checkHeads(file: ReadableFile, entries: Entry[], tableStart: number): Promise<void> {
  let window: { from: number; bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) };
  const readAt = async (from: number, length: number) => {
    if (from < window.from || from + length > window.from + window.bytes.length)
      window = { from, bytes: await file.read(from, Math.max(windowBytes, length)) };
    const bytes = window.bytes.subarray(from - window.from, from - window.from + length);
    if (bytes.length < length) throw broken();
    return bytes;
  };
  let [end, slack] = [0, 0];
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (entry.offset < end) throw bomb();
    if (entry.offset > end + slack) throw broken();
    const head = await readAt(entry.offset, localBytes);
    const [nameBytes, extraBytes] = [head.readUInt16LE(26), head.readUInt16LE(28)];
    const start = entry.offset + localBytes + nameBytes + extraBytes;
    const name = (await readAt(entry.offset + localBytes, nameBytes)).toString('utf8');
    const extra = await readAt(entry.offset + localBytes + nameBytes, extraBytes);
    if (!isSame(entry, { head, name, extra })) throw broken();
    [end, slack] = [start + entry.packed, hasDescriptor(entry) ? longestDescriptor : 0];
  }
  if (end > tableStart || end + slack < tableStart) throw broken();
}

function isSame(entry: Entry, { head, name, extra }: Record<'head' | 'extra', Buffer> & { name: string }): boolean {
  if (head.readUInt32LE(0) !== localSignature || name !== entry.name) return false;
  if ((head.readUInt16LE(6) & telling) !== (entry.flags & telling) || head.readUInt16LE(8) !== entry.method)
    return false;
  const [packed, full] = [head.readUInt32LE(18), head.readUInt32LE(22)];
  const agrees = (said: number, size: number) => said === size || (hasDescriptor(entry) && said === 0);
  if (packed === elsewhere && full === elsewhere) {
    // Zip64's field: its number and length, then the sizes.
    if (extra.length < 20 || extra.readUInt32LE(0) !== 0x00100001) return false;
    const sizes = [extra.readBigUInt64LE(4), extra.readBigUInt64LE(12)].map(Number) as [number, number];
    return agrees(sizes[0], entry.full) && agrees(sizes[1], entry.packed);
  }
  return agrees(packed, entry.packed) && agrees(full, entry.full);
}

/**
 * Answers the names in the archive. @throws HttpError 400 for what is no zip; for one that says it unpacks to more than
 * 500 MB, or whose entries share or hide bytes, which is how a small one is made to unpack to anything; for one that
 * would write outside of the folder it is unpacked in.
 */
export async function checkZip(file: ReadableFile): Promise<Set<string>> {
  if (file.size < endBytes + localBytes) throw broken();
  const table = await readTable(file);
  const entries = entriesOf(table);
  if (entries.some(({ name }) => isEscaping(name))) throw escaping();
  if (entries.reduce((sum, { full }) => sum + full, 0) > mostUnpacked) throw bomb();
  for (const entry of entries) checkSizes(entry);
  await checkHeads(file, entries, table.start);
  const names = new Set(entries.map(({ name }) => name));
  if (names.size < entries.length) throw broken();
  return names;
}
