/** Tests which links and headings the check of the documentation reads. */
import { expect, test } from 'vitest';
import { anchorsOf, linksOf } from './check-links.mjs';

test('finds relative links and images with their anchors, but no other sites and no code', () => {
  const page = [
    '![A picture](pictures/one.png) and [a page](guide/two.md#take-attendance), [here](#above)',
    '[elsewhere](https://example.com/a.md), `[code](no.md)`',
    '```',
    '[block](no.md)',
    '```',
  ].join('\n');
  expect(linksOf(page)).toEqual([
    { path: 'pictures/one.png', anchor: '' },
    { path: 'guide/two.md', anchor: 'take-attendance' },
    { path: '', anchor: 'above' },
  ]);
});

test('names headings like GitHub, and ignores comments in code', () => {
  const page =
    '# Courses\n\n## Build a course, from "draft" to `published`\n\n```\n# no heading\n```\n### QTI 2.x and 3\n';
  expect(anchorsOf(page)).toEqual(['courses', 'build-a-course-from-draft-to-published', 'qti-2x-and-3']);
});
