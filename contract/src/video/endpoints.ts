/** Videos by their source, and the processing of uploaded ones (spec §9; ours: reasons, captions, retry). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { byIdOf, idOf, link, name, text, textOf } from '../kernel/fields.ts';
import { webVttOf } from './captions.ts';
import { type Messages, endpoint } from '../kernel/endpoint.ts';

/** Processing status (spec §9); '' means that no processing is needed. FAILED is ours. */
export const videoStatusNames = {
  PENDING: 'Video waiting to be processed',
  RUNNING: 'Video being processed',
  FINISHED: 'Video uploaded successfully',
  FAILED: 'Video could not be processed',
} as const;
export const videoStatus = z.enum(Object.keys(videoStatusNames) as [VideoStatus, ...VideoStatus[]]);
export type VideoStatus = keyof typeof videoStatusNames;

/** Remedy in the reason of a failure that is the file's: processing it again fails again. */
export const exportAgain = 'export it again as an MP4, and upload that';
export const isFileAtFault = (reason: string | null | undefined): boolean => reason?.includes(exportAgain) ?? false;

/** Whether a video is processed or waits for it. */
export const isUnprocessed = (status: VideoStatus | '' | undefined): boolean =>
  status === 'PENDING' || status === 'RUNNING';

/** Caption languages: BCP 47 tags with their native names. */
export const captionLanguages = {
  id: 'Bahasa Indonesia',
  en: 'English',
  jv: 'Basa Jawa',
  su: 'Basa Sunda',
  ms: 'Bahasa Melayu',
  ar: 'العربية',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
} as const;

const caption = z.object({
  captionId: idOf('video-caption'),
  language: z.string(),
  label: z.string(),
  /** URL of a WebVTT file. */
  url: z.string(),
});

const video = z.object({
  videoId: idOf('video'),
  /** URL of the upload, as stored in lessons. */
  source: z.string(),
  status: videoStatus,
  /** Progress of processing; 100 when finished. */
  percent: z.int(),
  /** Reason for the failure, or what it waits for. */
  reason: z.string().nullable(),
  /** Playable URL: an HLS playlist, or the source itself while no server can process it. */
  url: z.string().nullable(),
  /** In whole seconds; null until analyzed. */
  duration: z.int().nullable(),
  posterUrl: z.string().nullable(),
  /** WebVTT with preview pictures by time, as regions of a sprite image. */
  storyboardUrl: z.string().nullable(),
  /** Available heights, smallest first: 240 is "240p". */
  heights: z.array(z.int()),
  captions: z.array(caption),
});
export type Video = z.infer<typeof video>;

/** Duration of a lesson in minutes for a video of so many seconds, rounded up. */
export const minutesOfVideo = (seconds: number): number => Math.ceil(seconds / 60);

const all = { area: 'video', roles: ['admin', 'instructor'] } as const;

export const getVideo = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/video/:id',
  params: byIdOf('video'),
  reply: video,
});

/** Finds the video of a source; `video` null: not an upload, or an upload not processed yet. */
export const findVideo = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/video',
  query: z.object({ source: link }),
  reply: z.object({ video: video.nullable(), isUpload: z.boolean() }),
});

/** Retries a failed video; finished parts are kept. */
export const retryVideo = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/video/:id/retry/',
  params: byIdOf('video'),
  reply: z.object({ videoId: idOf('video') }),
  messages: { ok: 'The video is processed again', fail: 'The video was not tried again' },
});

/** Captions file as text: WebVTT or SubRip with at least one cue. */
const captions = textOf(
  'captions',
  text(200_000).refine(
    (content) => webVttOf(content) !== undefined,
    'There are no captions in this file: choose a .vtt, .srt or .sbv',
  ),
);

/** Form fields; `content` is the file as text. */
export const captionDraft = z.object({
  language: field(choice(captionLanguages), { label: 'Language' }),
  label: field(name(1, 60), { label: 'Label', hint: 'Its name in the player.' }),
  content: field(captions, { label: 'Captions' }),
});

/**
 * Adds captions. `replaces`: captions of the video to remove in the same transaction. 409 if others of the video have
 * that label.
 */
export const addCaption = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/video/:id/captions/',
  success: 201,
  params: byIdOf('video'),
  body: captionDraft.extend({ replaces: idOf('video-caption').optional() }),
  reply: caption,
  messages: { ok: 'Captions added', fail: 'The captions were not added' },
});

/** Messages of {@link addCaption} with `replaces`. */
export const captionsReplaced = {
  ok: 'Captions replaced',
  fail: 'The captions were not replaced',
} as const satisfies Messages;

export const removeCaption = endpoint({
  ...all,
  method: 'DELETE',
  url: '/admin/video/captions/:id',
  params: byIdOf('video-caption'),
  reply: z.object({ captionId: idOf('video-caption') }),
  messages: { ok: 'Captions removed', fail: 'The captions were not removed' },
});
