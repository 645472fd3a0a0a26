/** Types of an open lesson, and its form fields with their own components: the video and its duration. */
import { Suspense, lazy } from 'react';
import { VideoField } from '#kit/form/upload-field.tsx';
import { type FieldProps, bind } from '#kit/form/bind.ts';
import { VideoState, useVideo } from '#admin-shared/video/video-state.tsx';
import { valueAt } from '#kit/form/values.ts';
import { Captions } from './captions.tsx';
import { TextInput } from '@mantine/core';
import { minutesOfVideo } from '#contract/video/endpoints.ts';
import { Field } from '#kit/form/field.tsx';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getLesson, lessonDraft } from '#contract/course/lesson/endpoints.ts';
import type { Opened } from '#kit/record/opened.ts';

export type Lesson = Reply<typeof getLesson>;
export type OpenLesson = Opened<Lesson, typeof lessonDraft>;

/** Form fields with custom components of lessons. */
export const lessonSpecial = { videoSource: VideoSource, duration: VideoDuration };

/** Duration of a lesson: typed, or read from its video. */
function VideoDuration<Values>(props: FieldProps<Values>) {
  const { values } = props.form.fields;
  const source = valueAt(values, 'videoSource');
  const { video } = useVideo(valueAt(values, 'type') === 'VIDEO' && typeof source === 'string' ? source : null);
  if (typeof video?.duration !== 'number') return <Field {...props} />;
  const { input } = bind(props);
  return (
    <TextInput {...input} description="In minutes, from the video." readOnly value={minutesOfVideo(video.duration)} />
  );
}

const Player = lazy(async () => ({ default: (await import('#admin-shared/video/video-player.tsx')).VideoPlayer }));

function VideoSource<Values>(props: FieldProps<Values>) {
  const { form, name } = props;
  if (form.field(name).isHidden) return null;
  const source = valueAt(form.fields.values, name);
  return (
    <div>
      <VideoField {...props} />
      {typeof source === 'string' && <Processed source={source} />}
    </div>
  );
}

/** Preview of an uploaded file; external videos are embedded. */
function Processed({ source }: { source: string }) {
  const { video } = useVideo(source);
  return (
    <>
      <VideoState source={source} />
      {video?.url && (
        <Suspense>
          <Player
            title="The video of this lesson"
            url={video.url}
            posterUrl={video.posterUrl}
            storyboardUrl={video.storyboardUrl}
            captions={video.captions}
          />
        </Suspense>
      )}
      {video && <Captions key={video.videoId} video={video} />}
    </>
  );
}
