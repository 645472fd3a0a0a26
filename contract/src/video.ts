/** Videos by their source: what becomes of an uploaded one, until it plays everywhere (spec §9; ours: reasons, captions, retry). */
import { z } from 'zod';
import { choice, field } from './draft.ts';
import { byIdOf, captions, idOf, link, name } from './fields.ts';
import { type Messages, endpoint } from './kernel.ts';

/** Of a video's processing (spec §9); '' is what needs none. FAILED is ours. */
export const videoStatusNames = {
  PENDING: 'Video waiting to be processed',
  RUNNING: 'Video being processed',
  FINISHED: 'Video uploaded successfully',
  FAILED: 'Video could not be processed',
} as const;
export const videoStatus = z.enum(Object.keys(videoStatusNames) as [VideoStatus, ...VideoStatus[]]);
export type VideoStatus = keyof typeof videoStatusNames;

/** Languages of captions: BCP 47, and what their speakers call them. */
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
  /** WebVTT. */
  url: z.string(),
});

const video = z.object({
  videoId: idOf('video'),
  /** The address of the upload, as lessons hold it. */
  source: z.string(),
  status: videoStatus,
  /** Of the processing; 100 when it is finished. */
  percent: z.int(),
  /** Why it failed, or what it waits for. */
  reason: z.string().nullable(),
  /** What plays now: an HLS playlist, or while no server here can process it, the source itself. */
  url: z.string().nullable(),
  /** Whole seconds; null until it was looked into. */
  duration: z.int().nullable(),
  posterUrl: z.string().nullable(),
  /** WebVTT whose cues are parts of a picture: what is seen at which time. */
  storyboardUrl: z.string().nullable(),
  /** Heights that play, smallest first: 240 is "240p". */
  heights: z.array(z.int()),
  captions: z.array(caption),
});
export type Video = z.infer<typeof video>;

/** What a lesson of a video of so many seconds takes, in minutes: none is shorter than it is. */
export const minutesOfVideo = (seconds: number): number => Math.ceil(seconds / 60);

const all = { area: 'video', roles: ['admin', 'instructor'] } as const;

export const getVideo = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/video/:id',
  params: byIdOf('video'),
  reply: video,
});

/** The video of a source; null: none that is processed here, or where it is an upload, none yet. */
export const findVideo = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/video',
  query: z.object({ source: link }),
  reply: z.object({ video: video.nullable(), isUpload: z.boolean() }),
});

/** Tries one again that failed; what was finished of it is kept. */
export const retryVideo = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/video/:id/retry/',
  params: byIdOf('video'),
  reply: z.object({ videoId: idOf('video') }),
  messages: { ok: 'The video is processed again', fail: 'The video was not tried again' },
});

/** What a person fills in; `content` is the file, as text. */
export const captionDraft = z.object({
  language: field(choice(captionLanguages), { label: 'Language' }),
  label: field(name(1, 60), { label: 'Label', hint: 'Its name in the player.' }),
  content: field(captions(200_000), { label: 'Captions' }),
});

/** `replaces`: captions of the video that go as these come; all or nothing. 409 where others of it have that label. */
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
