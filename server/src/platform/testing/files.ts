/** Files for upload tests: valid and forged ones. */
import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

export interface Part {
  name: string;
  bytes: Buffer;
  /** Size in the table of contents; `isConsistent`: also in the local header. */
  saysSize?: number;
  isConsistent?: boolean;
  saysName?: string;
  /** Omits the entry from the table of contents. */
  isHidden?: boolean;
  /** Points to the entry with this index instead of its own. */
  sharesWith?: number;
}

/** Zip archive of these parts. */
export function zipOf(parts: Part[]): Buffer {
  const local: Buffer[] = [];
  const offsets: number[] = [];
  const table: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, saysSize, saysName = name, isHidden, sharesWith, isConsistent } of parts) {
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE((isConsistent && saysSize) || bytes.length, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(saysSize ?? bytes.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(saysName), 28);
    entry.writeUInt32LE(sharesWith === undefined ? at : (offsets[sharesWith] ?? 0), 42);
    if (!isHidden) table.push(entry, Buffer.from(saysName));
    offsets.push(at);
    if (sharesWith !== undefined) continue;
    local.push(head, Buffer.from(name), packed);
    at += head.length + Buffer.byteLength(name) + packed.length;
  }
  const tableBytes = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const count = parts.filter(({ isHidden }) => !isHidden).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(tableBytes.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, tableBytes, end]);
}

export const docx = (): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
    { name: 'word/document.xml', bytes: Buffer.from('<w:document/>') },
  ]);

export const pdf = (): Buffer => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** Beginning of an MP4, followed by random bytes up to `size`. */
export function mp4(size: number): Buffer {
  const head = Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isommp41', 'latin1');
  return Buffer.concat([head, randomBytes(Math.max(0, size - head.length))]);
}

/** Blue picture with a red left edge. */
export const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#3b82f6' } }).composite([
    {
      input: { create: { width: Math.ceil(width / 10), height, channels: 3, background: '#ff0000' } },
      left: 0,
      top: 0,
    },
  ]);

export function multipart(
  file: Buffer | undefined,
  fields: Record<string, string> = {},
  fileField = 'image',
  fileName = 'foto.png',
) {
  const line = '--between';
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`${line}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  ) as Buffer[];
  if (file)
    parts.push(
      Buffer.from(
        `${line}\r\ncontent-disposition: form-data; name="${fileField}"; filename="${fileName}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n'),
    );
  return {
    payload: Buffer.concat([...parts, Buffer.from(`${line}--\r\n`)]),
    headers: { 'content-type': 'multipart/form-data; boundary=between' },
  };
}
