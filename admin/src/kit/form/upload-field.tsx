/** An address that may be typed, or of a file that is dropped here, pasted or chosen; a picture counts once it loads. */
import { Button, FileButton, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ClipboardEvent, type DragEvent } from 'react';
import { fileKinds, type FileKind } from '#contract/upload.ts';
import { dropUpload, newUpload, refusalOf, useSending, useUploadAt } from '../feedback/uploads.ts';
import { UploadProgress } from '../feedback/upload-progress.tsx';
import { Thumbnail } from '../format/thumbnail.tsx';
import { useLoadedPicture } from './use-loaded-picture.ts';
import classes from './upload-field.module.css';

interface Props {
  kind: FileKind;
  /** Name, label, hint, error and so on, as the form gives them. */
  input: TextInputProps & { name: string };
  value: string | null;
  set: (address: string | null) => void;
}

const accepts = (kind: FileKind) => Object.keys(fileKinds[kind].types).join(',');

export function UploadField({ kind, input, value, set }: Props) {
  const place = `${location.pathname}#${input.name}`;
  const upload = useUploadAt(place);
  const send = useSending();
  const [refusal, setRefusal] = useState('');
  const [isOver, setOver] = useState(false);
  const { typed, type, trouble, isChecking } = useLoadedPicture({ isPicture: kind === 'image', value, set });

  const take = useEffectEvent((url: string) => {
    if (upload) dropUpload(upload);
    set(url);
  });
  useEffect(() => {
    if (upload?.state === 'done' && upload.url && !input.readOnly) take(upload.url);
  }, [upload?.state, upload?.url, input.readOnly]);

  async function choose(file: File | null | undefined) {
    if (!file || input.readOnly) return;
    const why = await refusalOf(file, kind);
    setRefusal(why ?? '');
    if (!why) send(newUpload(file, place, location.pathname.split('/')[1] ?? ''));
  }
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0]);
  };
  const paste = (event: ClipboardEvent) => {
    const file = event.clipboardData.files[0];
    if (!file) return;
    event.preventDefault();
    void choose(file);
  };
  const error = refusal || trouble || input.error;
  return (
    <div
      className={classes['field']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <div className={classes['row']}>
        <TextInput
          {...input}
          error={error}
          description={isChecking ? 'Looking whether the picture loads…' : (input.description ?? hints[kind])}
          placeholder="https://… or drop a file here"
          inputMode="url"
          value={typed}
          onChange={(event) => {
            setRefusal('');
            type(event.currentTarget.value);
          }}
        />
        <div className={classes['side']}>
          {kind === 'image' && <Thumbnail src={error ? null : value} width={96} height={60} />}
          <FileButton accept={accepts(kind)} onChange={(file) => void choose(file)} disabled={input.readOnly ?? false}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                size="compact-sm"
                aria-label={`Choose a file for ${plain(input.label)}`}
              >
                Choose file
              </Button>
            )}
          </FileButton>
        </div>
      </div>
      {upload && upload.state !== 'done' && (
        <UploadProgress upload={upload} retry={() => send(upload)} className={classes['progress']} />
      )}
    </div>
  );
}

const plain = (label: TextInputProps['label']) => (typeof label === 'string' ? label : 'this field');

const hints: Record<FileKind, string> = {
  image: 'Drop, paste or choose a JPG, PNG or WebP, or write an address.',
  attachment: 'Drop, paste or choose a PDF, DOCX, PPTX, XLSX or ZIP of at most 10 MB, or write an address.',
  video: 'Drop, paste or choose an MP4, MOV or WebM of at most 2 GB, or write an address.',
};
