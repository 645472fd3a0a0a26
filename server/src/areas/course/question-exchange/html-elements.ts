/** Elements of HTML by how a reader of their text sees them. */

/** Elements that begin and end a line. `prompt` and those below it are of QTI. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody tfoot thead tr ul listing ' +
    'prompt contentbody stimulusbody rubricblock feedbackblock templateblock'
  ).split(' '),
);

/** Elements without a text of their own for readers. */
export const silentElements: ReadonlySet<string> = new Set(
  'head title style link meta base template datalist rp source track param col colgroup area map wbr'.split(' '),
);

/** Other elements, whose content is read as if they were not there. */
const inlineElements =
  'a abbr acronym b bdi bdo big br cite code data del dfn em font html i img ins kbd label mark nobr q rb rt rtc ruby s ' +
  'samp small span strike strong sub sup td th time tt u var picture noscript script svg math audio video object embed ' +
  'iframe frame applet canvas button input select textarea option optgroup output progress meter menu dialog slot lang ' +
  'nolink tex algebra';

const known = new Set([...blockElements, ...silentElements, ...inlineElements.split(' ')]);

/**
 * Escapes signs that look like an element but are none, such as `List<String>` and `#include <stdio.h>`, which people
 * write without escaping. Names with a colon or a dash are those of other programs.
 */
export const withoutUnknownElements = (html: string): string =>
  /<(?:\w+:)?(?:math|svg)\b/i.test(html)
    ? html
    : html.replace(/<(?=\/?([a-z][^\s/>]*))/gi, (sign, name: string) =>
        /[:-]/.test(name) || known.has(name.toLowerCase()) ? sign : '&lt;',
      );
