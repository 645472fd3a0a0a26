/** Kind of preview for a file, by the extension in its URL. */

const kinds = {
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif'],
  video: ['mp4', 'mov', 'webm', 'm3u8'],
} as const;
type Kind = keyof typeof kinds;

/** Path without query or fragment; signed URLs carry their signature there. */
const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? '';

/** undefined: no preview, the file can only be downloaded. */
export function fileKind(url: string): Kind | undefined {
  const end = pathOf(url).split('.').at(-1)?.toLowerCase() ?? '';
  return (Object.keys(kinds) as Kind[]).find((kind) => (kinds[kind] as readonly string[]).includes(end));
}

export const fileName = (url: string): string => pathOf(url).split('/').at(-1) ?? '';
