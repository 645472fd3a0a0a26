/** Texts of files: decoding of UTF-8, or UTF-16 with a byte order mark, and numbers of lines. */

const encodingOf = (bytes: Uint8Array): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';

/** Text without its byte order mark; undefined if the bytes are not valid text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns a function from an offset to its line number, for ascending offsets. */
export function lineCounter(text: string): (offset: number) => number {
  let [line, at] = [1, 0];
  return (offset) => {
    if (offset < at) [line, at] = [1, 0];
    for (; at < offset; at += 1) if (text[at] === '\n') line += 1;
    return line;
  };
}
