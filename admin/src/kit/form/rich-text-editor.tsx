/** Rich text editor. */
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconBold,
  IconColumnInsertRight,
  IconColumnRemove,
  IconH2,
  IconItalic,
  IconList,
  IconListNumbers,
  IconRowInsertBottom,
  IconRowRemove,
  IconTable,
  IconTableOff,
  type Icon,
} from '@tabler/icons-react';
import type { Command } from '@tiptap/pm/state';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { isTextLink } from '#contract/kernel/fields.ts';
import { pastedHtml, pastedText } from './pasted-html.ts';
import { addColumn, addRow, deleteColumns, deleteRows, deleteTable, newTable, tableNodes } from './rich-text-table.ts';
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
  ...tableNodes,
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
        transformPastedHTML: pastedHtml,
        transformPastedText: pastedText,
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
  /** Whether the text at the cursor has the format; without, the tool is not a format. */
  isOn?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
}

const isInTable = (editor: Editor) => editor.isActive('table');

/** Tool for the table with the cursor. */
const ofTable = (label: string, icon: Icon, command: Command): Tool => ({
  label,
  icon,
  run: (editor) => {
    command(editor.state, editor.view.dispatch);
    editor.commands.focus();
  },
});

const tableTools: readonly Tool[] = [
  ofTable('Add row', IconRowInsertBottom, addRow),
  ofTable('Add column', IconColumnInsertRight, addColumn),
  ofTable('Delete row', IconRowRemove, deleteRows),
  ofTable('Delete column', IconColumnRemove, deleteColumns),
  ofTable('Delete table', IconTableOff, deleteTable),
];

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

const tableTool: Tool = {
  label: 'Table',
  icon: IconTable,
  run: (editor) => editor.chain().focus().insertContent(newTable).run(),
};

function Tools({ editor, label, isDisabled }: { editor: Editor; label: string; isDisabled: boolean }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      [...tools, ...(isInTable(now) ? tableTools : [tableTool])].map((tool) => ({ tool, isOn: tool.isOn?.(now) })),
  });
  return (
    <div role="group" aria-label={`Format ${label}`} className={classes['tools']}>
      {states.map(({ tool: { label: name, icon: Icon, run }, isOn }) => (
        <Tooltip key={name} label={isDisabled ? `${name}: it is being saved` : name}>
          <ActionIcon
            variant={isOn ? 'light' : 'subtle'}
            color={isOn ? 'brand' : 'gray'}
            size="md"
            aria-label={name}
            aria-pressed={isOn}
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
