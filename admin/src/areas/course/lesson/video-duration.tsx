/** Duration of a lesson: typed, or read from its video. */
import { TextInput } from '@mantine/core';
import { minutesOfVideo } from '#contract/video/endpoints.ts';
import { bind, type FieldProps } from '#kit/form/bind.ts';
import { Field } from '#kit/form/field.tsx';
import { valueAt } from '#kit/form/values.ts';
import { useVideo } from '#admin-shared/video/video-state.tsx';

export function VideoDuration<Values>(props: FieldProps<Values>) {
  const { values } = props.form.fields;
  const source = valueAt(values, 'videoSource');
  const { video } = useVideo(valueAt(values, 'type') === 'VIDEO' && typeof source === 'string' ? source : null);
  if (typeof video?.duration !== 'number') return <Field {...props} />;
  const { input } = bind(props);
  return (
    <TextInput {...input} description="In minutes, from the video." readOnly value={minutesOfVideo(video.duration)} />
  );
}
