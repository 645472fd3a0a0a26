/**
 * Reads a zip's table of contents, without unpacking anything, and refuses what would fill the memory when unpacked.
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

/** Unpacked, all together: what an honest archive of 10 MB stays far below. */
const mostUnpacked = 500 * 1024 * 1024;
const mostEntries = 10_000;

const broken = () => badRequest('This file is not a ZIP, or is damaged');
const bomb = () => badRequest('This file would become far too large when it is unpacked');

interface Table {
  bytes: Buffer;
  count: number;
  start: number;
}

async function readTable(file: Arrived): Promise<Table> {
  const from = Math.max(0, file.size - longestEnd);
  const tail = await file.read(from, longestEnd);
  let at = tail.length - endBytes;
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at -= 1;
  if (at < 0) throw broken();
  const [count, length, start] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  // Zip64 has its figures elsewhere; within 10 MB nobody needs it.
  if (start + length > from + at || count > mostEntries) throw count > mostEntries ? bomb() : broken();
  const bytes = await file.read(start, length);
  if ((await file.read(0, 4)).readUInt32LE(0) !== localSignature) throw broken();
  return { bytes, count, start };
}

/**
 * Answers the names in the archive. @throws HttpError 400 for what is no zip; for one that unpacks to more than 500 MB,
 * or whose entries share their bytes, which is how a small one is made to unpack to anything.
 */
export async function checkZip(file: Arrived): Promise<Set<string>> {
  if (file.size < endBytes + 4) throw broken();
  const { bytes, count, start } = await readTable(file);
  const names = new Set<string>();
  const spans: [from: number, to: number][] = [];
  let unpacked = 0;
  for (let at = 0, entry = 0; entry < count; entry += 1) {
    if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) throw broken();
    const [packed, full] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const nameEnd = at + entryBytes + bytes.readUInt16LE(at + 28);
    const offset = bytes.readUInt32LE(at + 42);
    if (offset + packed > start) throw broken();
    names.add(bytes.toString('utf8', at + entryBytes, nameEnd));
    spans.push([offset, offset + packed]);
    unpacked += full;
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (unpacked > mostUnpacked || isOverlapping(spans)) throw bomb();
  return names;
}

function isOverlapping(spans: [from: number, to: number][]): boolean {
  const ordered = spans.toSorted(([a], [b]) => a - b);
  return ordered.some(([from], index) => index > 0 && from < (ordered[index - 1]?.[1] ?? 0));
}
