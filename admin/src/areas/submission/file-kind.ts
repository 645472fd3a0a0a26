/** What a browser can show of a file, by the end of its address. */

const kinds = {
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif'],
  video: ['mp4', 'mov', 'webm', 'm3u8'],
} as const;
type Kind = keyof typeof kinds;

/** Without what follows a question mark: a signed address has its signature there. */
const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? '';

/** Undefined: the browser can only save it. */
export function fileKind(url: string): Kind | undefined {
  const end = pathOf(url).split('.').at(-1)?.toLowerCase() ?? '';
  return (Object.keys(kinds) as Kind[]).find((kind) => (kinds[kind] as readonly string[]).includes(end));
}

export const fileName = (url: string): string => pathOf(url).split('/').at(-1) ?? '';
