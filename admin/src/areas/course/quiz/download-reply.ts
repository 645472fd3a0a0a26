/** Downloads a file that the server returned. */
import { download } from '#kit/format/download.ts';

interface Answered {
  name: string;
  mediaType: string;
  /** Base64. */
  content: string;
}

export function downloadReply({ name, mediaType, content }: Answered): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  download(new File([bytes], name, { type: mediaType }));
}
