/** The address of an image or a video: typed, or of a file that is uploaded; null when empty. */
import { bind, type FieldProps } from './bind.ts';
import { UploadField } from './upload-field.tsx';
import type { Verify } from './use-verifying.ts';

export function ImageField<Values>(props: FieldProps<Values>) {
  const { form, name } = props;
  const { value, set, input } = bind(props);
  const take = (address: string | null, verify?: Verify) => {
    if (address !== value) set(address);
    return verify && form.verify(name, verify);
  };
  return <UploadField kind="image" input={input} value={typeof value === 'string' ? value : null} set={take} />;
}

/** Large ones go on where they broke off. */
export function VideoField<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  return <UploadField kind="video" input={input} value={typeof value === 'string' ? value : null} set={set} />;
}
