/** Pages of the user's guide as resources of agents: the Markdown files that ship with the server. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../../../docs/guide');
const mimeType = 'text/markdown';

const uriOf = (name: string) => `lectern://guide/${name}`;

/** Pages by their address, with the title from the first heading. */
const pages = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const name = file.slice(0, -3);
      const text = readFileSync(join(folder, file), 'utf8');
      return [uriOf(name), { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }];
    }),
);

export const listGuide = () => [...pages].map(([uri, { name, title }]) => ({ uri, name, title, mimeType }));

/** Contents of a page; undefined: there is none at this address. */
export function readGuide(uri: string) {
  const page = pages.get(uri);
  return page && [{ uri, mimeType, text: page.text }];
}
