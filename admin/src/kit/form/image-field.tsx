/** Fields for the URL of a file, typed or uploaded; null when empty. */
import type { FileKind } from '#contract/kernel/upload.ts';
import { bind, type FieldProps } from './bind.ts';
import { UploadField } from './upload-field.tsx';
import type { Verify } from './use-ruled-fields.ts';

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

const fieldOf = (kind: Exclude<FileKind, 'made'>) =>
  function FileField<Values>(props: FieldProps<Values>) {
    const { value, set, input, place } = bind(props);
    const address = typeof value === 'string' ? value : null;
    return <UploadField kind={kind} place={place} input={input} value={address} set={set} />;
  };

/** Large videos resume after an interruption. */
export const VideoField = fieldOf('video');
export const AttachmentField = fieldOf('attachment');
