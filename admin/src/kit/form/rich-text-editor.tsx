/** Rich text editor. */
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import {
  IconBold,
  IconColumnInsertRight,
  IconColumnRemove,
  IconH2,
  IconItalic,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconRowInsertBottom,
  IconRowRemove,
  IconSourceCode,
  IconSubscript,
  IconSuperscript,
  IconTable,
  IconTableOff,
  type Icon,
} from '@tabler/icons-react';
import type { Command } from '@tiptap/pm/state';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTextLink } from '#contract/kernel/fields.ts';
import { counted } from '../format/formats.ts';
import { isWithoutText, lostPictures, pastedHtml, visible } from './pasted-html.ts';
import { pastedSlice } from './pasted-text.ts';
import { PictureDialog, type TextPicture } from './picture-dialog.tsx';
import { picture, scripts } from './rich-text-nodes.ts';
import { addColumn, addRow, deleteColumns, deleteRows, deleteTable, newTable, tableNodes } from './rich-text-table.ts';
import classes from './rich-text-editor.module.css';

/** Selection to begin with, as positions of the editor, and a format or a paste for it. */
export interface Start {
  from?: number;
  to?: number;
  mark?: 'bold' | 'italic';
  pasted?: string;
}

interface Props {
  label: string;
  html: string;
  /** `text`: the words of the HTML. */
  onChange: (html: string, text: string) => void;
  onBlur: () => void;
  path: string;
  isInvalid: boolean;
  isDisabled: boolean;
  start?: Start | undefined;
  onStarted?: () => void;
  /** Whether the text may have pictures. */
  hasPictures?: boolean;
  /** Only as tall as its text. */
  isCompact?: boolean;
}

/**
 * Content that the schema does not know (scripts, styles, other tags) is not shown and is removed with the next change.
 */
const kit = StarterKit.extend({
  addExtensions() {
    // Numbered lists of plain text are pastedSlice's: theirs lose formats, and take the place of code.
    return this.parent!().map((one) =>
      one.name === 'orderedList' ? one.extend({ addProseMirrorPlugins: () => [] }) : one,
    );
  },
});
const extensions = [
  kit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: isTextLink },
    horizontalRule: false,
  }),
  ...tableNodes,
  ...scripts,
];
const withPictures = [...extensions, picture];

function begin(editor: Editor, { from, to, mark, pasted }: Start): void {
  if (from === undefined || to === undefined) return;
  editor.commands.focus();
  editor.commands.setTextSelection({ from, to });
  if (mark) editor.chain().toggleMark(mark).run();
  if (pasted) editor.view.pasteHTML(pasted);
}

export function RichTextEditor(props: Props) {
  const { html, onChange, onBlur, hasPictures } = props;
  const writtenRef = useRef(html);
  const editor = useEditor({
    extensions: hasPictures ? withPictures : extensions,
    content: html,
    injectCSS: false,
    // Others would read formats in code, such as __init__; pastedSlice reads them.
    enablePasteRules: ['link'],
    // Otherwise an editor is created while rendering, and destroyed if a busy browser shows the result later.
    immediatelyRender: false,
    onBlur,
    onUpdate: ({ editor: now }) => {
      writtenRef.current = now.isEmpty ? '' : now.getHTML();
      onChange(writtenRef.current, now.getText({ blockSeparator: '\n' }));
    },
  });
  return editor && <OpenEditor {...props} editor={editor} writtenRef={writtenRef} />;
}

type OpenProps = Props & { editor: Editor; writtenRef: RefObject<string> };

function OpenEditor({ editor, writtenRef, ...props }: OpenProps) {
  const { label, html, path, isInvalid, isDisabled, start, onStarted, hasPictures = false, isCompact } = props;
  const [picturing, setPicturing] = useState<Picturing>();
  const [lost, setLost] = useState(0);
  useEffect(() => {
    // The form was reset or took another version of the text.
    if (html === writtenRef.current) return;
    writtenRef.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html, writtenRef]);
  useEffect(() => {
    editor.setEditable(!isDisabled, false);
    // With a tabindex the editor keeps the focus while it is not editable.
    editor.setOptions({
      editorProps: {
        // Ctrl Enter is a shortcut of forms.
        handleKeyDown: (_, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
        handlePaste: (_, { clipboardData }) => takeFile(clipboardData, hasPictures ? setPicturing : () => setLost(1)),
        handleDrop: (_, { dataTransfer }) => hasPictures && takeFile(dataTransfer, setPicturing),
        transformPastedHTML: (pasted) => {
          const made = pastedHtml(pasted);
          setLost(lostPictures(made, hasPictures));
          return made;
        },
        transformPastedText: (pasted) => {
          setLost(0);
          return visible(pasted);
        },
        clipboardTextParser: pastedSlice,
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
  }, [editor, label, path, isInvalid, isDisabled, hasPictures]);
  useEffect(() => {
    if (!start) return;
    begin(editor, start);
    onStarted?.();
  }, [editor, start, onStarted]);
  return (
    <div className={classes['root']} data-invalid={isInvalid || undefined} data-compact={isCompact || undefined}>
      <Tools
        editor={editor}
        label={label}
        isDisabled={isDisabled}
        more={hasPictures ? [pictureTool(setPicturing)] : []}
      />
      <EditorContent editor={editor} className={classes['text'] ?? ''} />
      {lost > 0 && <Lost count={lost} hasPictures={hasPictures} />}
      {picturing && (
        <PictureDialog
          {...picturing}
          place={`${location.pathname}#${path}.picture`}
          put={(attrs) => editor.chain().focus().insertContent({ type: 'picture', attrs }).run()}
          close={() => setPicturing(undefined)}
        />
      )}
    </div>
  );
}

/** Pictures of the last paste that are missing. */
const Lost = ({ count, hasPictures }: { count: number; hasPictures: boolean }) => (
  <Text role="status" size="xs" c="dimmed" px="sm" pb="xs">
    Not pasted: {counted(count, 'picture', 'pictures')}.{' '}
    {hasPictures ? 'Copy each one by itself, or add its file.' : 'This text cannot have pictures.'}
  </Text>
);

/** Picture at the cursor that is changed, or file of a new one. */
interface Picturing {
  picture?: TextPicture;
  file?: File;
}

/** Takes a pasted or dropped picture; whether there was one. A text with it, as spreadsheets have it, comes first. */
function takeFile(data: DataTransfer | null, take: (picturing: Picturing) => void): boolean {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
  if (!file || !isWithoutText(data?.getData('text/html') ?? '')) return false;
  take({ file });
  return true;
}

const pictureTool = (open: (picturing: Picturing) => void): Tool => ({
  label: 'Picture',
  icon: IconPhoto,
  isOn: (editor) => editor.isActive('picture'),
  run: (editor) => open(editor.isActive('picture') ? { picture: editor.getAttributes('picture') as TextPicture } : {}),
});

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
    label: 'Superscript',
    icon: IconSuperscript,
    isOn: (editor) => editor.isActive('superscript'),
    run: (editor) => editor.chain().focus().toggleMark('superscript').run(),
  },
  {
    label: 'Subscript',
    icon: IconSubscript,
    isOn: (editor) => editor.isActive('subscript'),
    run: (editor) => editor.chain().focus().toggleMark('subscript').run(),
  },
  {
    label: 'Code',
    icon: IconSourceCode,
    isOn: (editor) => editor.isActive('codeBlock'),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
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

interface ToolsProps {
  editor: Editor;
  label: string;
  isDisabled: boolean;
  more: readonly Tool[];
}

function Tools({ editor, label, isDisabled, more }: ToolsProps) {
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      [...tools, ...(isInTable(now) ? tableTools : [tableTool]), ...more].map((tool) => ({
        tool,
        isOn: tool.isOn?.(now),
      })),
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
