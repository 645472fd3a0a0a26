/**
 * Fields for the URL of a file, null when empty: a URL is typed, or a file is dropped, pasted or chosen and uploaded. An
 * image URL is checked by loading it.
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { acceptedFiles, type AcceptedFile } from '#contract/kernel/upload.ts';
import { isFailed } from '../feedback/upload-words.ts';
import { UploadProgress } from '../feedback/upload-progress.tsx';
import { dropUploads, newUpload, useUploadAt } from '../feedback/uploads.ts';
import { useSending } from '../feedback/use-sending.ts';
import { Thumbnail } from '../display/thumbnail.tsx';
import { ChooseFiles, useFileDrop } from './choose-files.tsx';
import { useStablePlace } from './row-keys.ts';
import { useLoadedPicture } from './use-loaded-picture.ts';
import type { Verify } from './use-ruled-fields.ts';
import classes from './upload-field.module.css';
import { bind, type FieldProps } from './bind.ts';

interface Props {
  kind: Exclude<AcceptedFile, 'made'>;
  /** Identifies the field across the whole app. */
  place: string;
  /** Input props from the form: name, label, hint, error. */
  input: TextInputProps & { name: string; 'data-autofocus'?: boolean };
  value: string | null;
  /** `verify` checks a typed URL by loading the image. */
  set: (address: string | null, verify?: Verify) => Promise<void> | void;
  /** File to begin with. */
  file?: File | undefined;
}

const accepts = (kind: AcceptedFile) => Object.keys(acceptedFiles[kind].types).join(',');

export function UploadField({ kind, place: present, input, value, set, file }: Props) {
  const place = useStablePlace(present);
  const upload = useUploadAt(place);
  const send = useSending();
  const text = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState('');
  const { typed, type, isChecking } = useLoadedPicture({ isPicture: kind === 'image', value, set });

  const take = useEffectEvent((url: string) => {
    dropUploads(({ id }) => id === upload?.id);
    void set(url);
  });
  useEffect(() => {
    if (upload?.state === 'done' && upload.url && !input.readOnly) take(upload.url);
  }, [upload?.state, upload?.url, input.readOnly]);

  async function choose(files: readonly File[]) {
    const [file] = files;
    if (!file || input.readOnly) return;
    const { pathname, search } = location;
    const { refusalOf } = await import('../api/send-file.ts');
    const why = files.length > 1 ? 'Drop one file only.' : refusalOf(file, kind);
    setRefusal(why ?? '');
    if (!why) send(newUpload({ file, place, page: pathname + search, prefix: pathname.split('/')[1] ?? '' }));
  }
  const begin = useEffectEvent((first: File) => void choose([first]));
  useEffect(() => {
    if (file) begin(file);
  }, [file]);
  const drop = useFileDrop((files) => void choose(files));
  const error = refusal || input.error;
  return (
    <div className={classes['field']} {...drop}>
      <div className={classes['row']}>
        <TextInput
          {...input}
          ref={text}
          error={error || (upload && isFailed(upload))}
          description={isChecking ? 'Checking the picture…' : (input.description ?? hints[kind])}
          placeholder={input.placeholder ?? 'https://… or drop a file here'}
          inputMode="url"
          value={typed}
          onChange={(event) => {
            setRefusal('');
            type(event.currentTarget.value);
          }}
        />
        <div className={classes['side']} data-beside={kind !== 'image' || undefined}>
          {kind === 'image' && <Thumbnail src={error ? null : value} width={96} height={60} />}
          <ChooseFiles
            accept={accepts(kind)}
            take={(files) => void choose(files)}
            why={input.readOnly && 'It is being saved'}
            variant="default"
            size={kind === 'image' ? 'compact-sm' : 'sm'}
            aria-label={`Choose a file for ${plain(input.label)}`}
          >
            Choose file
          </ChooseFiles>
        </div>
      </div>
      {upload && upload.state !== 'done' && (
        <div className={classes['progress']}>
          <UploadProgress upload={upload} retry={() => send(upload)} next={() => text.current} />
        </div>
      )}
    </div>
  );
}

const plain = (label: TextInputProps['label']) => (typeof label === 'string' ? label : 'this field');

const or = 'or write an address.';
const hints: Record<Props['kind'], string> = {
  // No size limit in the hint: larger images are scaled down.
  image: `Drop, paste or choose a JPG, PNG or WebP, ${or}`,
  attachment: `Drop, paste or choose a file, ${or} ${acceptedFiles.attachment.words}.`,
  video: `Drop, paste or choose a file, ${or} ${acceptedFiles.video.words}.`,
  evidence: `Drop, paste or choose a file. ${acceptedFiles.evidence.words}.`,
};

export function ImageField<Values>(props: FieldProps<Values>) {
  const { form, name } = props;
  const { value, set, input, place } = bind(props);
  const take = (address: string | null, verify?: Verify) => {
    if (address !== value) set(address);
    return verify && form.verify(name, verify);
  };
  const address = typeof value === 'string' ? value : null;
  return <UploadField kind="image" place={place} input={input} value={address} set={take} />;
}

const fieldOf = (kind: Props['kind']) =>
  function FileField<Values>(props: FieldProps<Values>) {
    const { value, set, input, place } = bind(props);
    const address = typeof value === 'string' ? value : null;
    return <UploadField kind={kind} place={place} input={input} value={address} set={set} />;
  };

/** Large videos resume after an interruption. */
export const VideoField = fieldOf('video');
export const AttachmentField = fieldOf('attachment');
export const EvidenceField = fieldOf('evidence');
