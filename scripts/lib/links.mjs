/** The links and the headings of a page of Markdown, as GitHub reads them. */

/** @param {string} markdown */
const withoutCode = (markdown) => markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/**
 * Relative links, pictures among them; those to other sites are left out.
 * @param {string} markdown
 * @returns {{ path: string, anchor: string }[]}
 */
export const linksOf = (markdown) =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path, anchor };
    });

/**
 * What a link can name behind its `#`.
 * @param {string} markdown
 * @returns {Set<string>}
 */
export const anchorsOf = (markdown) =>
  new Set(
    [...markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
