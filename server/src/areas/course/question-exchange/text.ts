/** Decoding of text: UTF-8, or UTF-16 with a byte order mark. */

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
