/** Rich text editor. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBold, IconH2, IconItalic, IconList, IconListNumbers, type Icon } from '@tabler/icons-react';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { isTextLink } from '#contract/kernel/fields.ts';
import classes from './rich-text-editor.module.css';

interface Props {
  label: string;
  html: string;
  onChange: (html: string) => void;
  onBlur: () => void;
  path: string;
  isInvalid: boolean;
  isDisabled: boolean;
}

/**
 * Content that the schema does not know (scripts, styles, other tags) is not shown and is removed with the next change.
 */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: isTextLink },
    code: false,
    codeBlock: false,
    horizontalRule: false,
  }),
];

export function RichTextEditor({ label, html, onChange, onBlur, path, isInvalid, isDisabled }: Props) {
  const written = useRef(html);
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    onBlur,
    onUpdate: ({ editor: now }) => {
      written.current = now.isEmpty ? '' : now.getHTML();
      onChange(written.current);
    },
  });
  useEffect(() => {
    // The form was reset or took another version of the text.
    if (html === written.current) return;
    written.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  useEffect(() => {
    editor.setEditable(!isDisabled, false);
    // With a tabindex the editor keeps the focus while it is not editable.
    editor.setOptions({
      editorProps: {
        attributes: {
          tabindex: '0',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          'aria-invalid': String(isInvalid),
          'data-path': path,
        },
      },
    });
  }, [editor, label, path, isInvalid, isDisabled]);
  return (
    <div className={classes['root']} data-invalid={isInvalid || undefined}>
      <Tools editor={editor} label={label} isDisabled={isDisabled} />
      <EditorContent editor={editor} className={classes['text'] ?? ''} />
    </div>
  );
}

interface Tool {
  label: string;
  icon: Icon;
  isOn: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
}

const tools: readonly Tool[] = [
  {
    label: 'Bold',
    icon: IconBold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: IconItalic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Heading',
    icon: IconH2,
    isOn: (editor) => editor.isActive('heading'),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Bullets',
    icon: IconList,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbers',
    icon: IconListNumbers,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

function Tools({ editor, label, isDisabled }: { editor: Editor; label: string; isDisabled: boolean }) {
  const on = useEditorState({ editor, selector: ({ editor: now }) => tools.map(({ isOn }) => isOn(now)) });
  return (
    <div role="group" aria-label={`Format ${label}`} className={classes['tools']}>
      {tools.map(({ label: name, icon: Icon, run }, index) => (
        <Tooltip key={name} label={isDisabled ? `${name}: it is being saved` : name}>
          <ActionIcon
            variant={on[index] ? 'light' : 'subtle'}
            color={on[index] ? 'brand' : 'gray'}
            size="md"
            aria-label={name}
            aria-pressed={on[index] ?? false}
            aria-disabled={isDisabled}
            data-disabled={isDisabled || undefined}
            onClick={() => !isDisabled && run(editor)}
          >
            <Icon size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
