/** Marks and nodes of the rich text editor that its kit does not have: superscript, subscript, and pictures. */
import { Mark, Node, mergeAttributes } from '@tiptap/react';
import { imageLink } from '#contract/kernel/fields.ts';

const script = (name: string, tag: 'sup' | 'sub', key: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

export const scripts = [script('superscript', 'sup', 'Mod-.'), script('subscript', 'sub', 'Mod-,')];

/** Picture within a line, of an address that the server keeps. */
export const picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (image) => (imageLink.safeParse(image.getAttribute('src')).success ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  renderText: ({ node }) => String(node.attrs['alt']),
});
