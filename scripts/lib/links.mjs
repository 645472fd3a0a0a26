/** Reads links and headings of a Markdown page as GitHub does. */

/** @param {string} markdown */
const withoutCode = (markdown) => markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/**
 * Relative links, including images; links to other sites are omitted.
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
 * Anchors that a link can name after `#`.
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
