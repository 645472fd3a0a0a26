/** Rows in PostgreSQL's COPY format, in pieces of whole rows. */
const newline = 10;
const pieceSize = 1 << 20;

interface Piece {
  rows: number;
  /** Bytes. */
  size: number;
  chunks: Buffer[];
}

/**
 * Splits the stream into pieces of about 1 MiB or more, after line feeds, which in this format only occur at the end of
 * a row.
 */
export async function* wholeRows(source: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    const end = size < pieceSize ? 0 : chunk.lastIndexOf(newline) + 1;
    if (end === 0) continue;
    pending[pending.length - 1] = chunk.subarray(0, end);
    yield piece(pending);
    pending = [chunk.subarray(end)];
    size = chunk.length - end;
  }
  if (size > 0) yield piece(pending);
}

const piece = (chunks: Buffer[]): Piece => ({
  rows: chunks.reduce((sum, chunk) => sum + countRows(chunk), 0),
  size: chunks.reduce((sum, { length }) => sum + length, 0),
  chunks,
});

/** Number of line feeds, one at the end of each row. */
export function countRows(bytes: Buffer): number {
  let rows = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) rows += 1;
  return rows;
}
