/** Decoding of text files by byte order mark, or by the encoding that their XML declares; else UTF-8. */

/** Encoding of a byte order mark, or of "<?" in UTF-16 without one. */
const marks: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0, 0x3f, 0], 'utf-16le'],
  [[0, 0x3c, 0, 0x3f], 'utf-16be'],
];

function encodingOf(bytes: Uint8Array): string {
  const marked = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[1];
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  // The declaration itself was read byte by byte.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function decodedAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Text without its byte order mark; undefined if the bytes are not valid text, or their encoding is unknown. Many programs
 * write UTF-8 and declare Latin-1, whose letters are hardly ever valid UTF-8.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  const isLatin = /^(?:iso-?8859-1|latin-?1|windows-?1252|us-?ascii)$/i.test(encoding);
  return (isLatin ? decodedAs('utf-8', bytes) : undefined) ?? decodedAs(encoding, bytes);
}
