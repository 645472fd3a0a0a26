/** Captions of a lesson's video by language: add from a file, replace, delete. */
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { addCaption, captionLanguages, removeCaption, type Video } from '#contract/video/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { ChooseFiles, useFileDrop } from '#kit/form/choose-files.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { type Caption, isLanguage, useCaptions } from './use-captions.ts';
import classes from './captions.module.css';

const accepted = '.vtt,.srt,.sbv';
const languageName = (language: string) => (isLanguage(language) ? captionLanguages[language] : language);

export function Captions({ video: { videoId, captions } }: { video: Video }) {
  const adding = useCaptions(videoId, captions);
  const { errors, take } = adding;
  const drop = useFileDrop(([file]) => void take(file));
  if (!mayCall(addCaption, role() ?? '')) return null;
  return (
    <section className={classes['captions']} aria-label="Captions">
      <Text fw={500} size="sm">
        Captions
      </Text>
      {captions.length > 0 && (
        <ul className={classes['list']}>
          {captions.map((caption) => (
            <Line key={caption.captionId} caption={caption} replace={(file) => void take(file, caption)} />
          ))}
        </ul>
      )}
      {adding.begun ? (
        <Details adding={adding} begun={adding.begun} />
      ) : (
        // Focusable, so that a file can be pasted into it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- paste events go to the focused element
        <div className={classes['drop']} role="group" aria-label="Add captions" tabIndex={0} {...drop}>
          <ChooseFiles accept={accepted} take={([file]) => void take(file)} variant="default" size="xs">
            Add captions
          </ChooseFiles>
          <Text size="sm" c="dimmed">
            or drop or paste a file here: .vtt, .srt or .sbv
          </Text>
        </div>
      )}
      {errors['content'] && (
        <Text c="red" size="sm" role="alert" mt={4}>
          {errors['content']}
        </Text>
      )}
    </section>
  );
}

function Line({ caption, replace }: { caption: Caption; replace: (file: File | undefined) => void }) {
  const { captionId, label, language } = caption;
  const removal = useAction(removeCaption);
  async function remove() {
    const isSure = await confirm({
      title: `Delete the captions "${label}"?`,
      text: 'Delete: members no longer find them in the player. This cannot be undone.',
      action: 'Delete 1 file of captions',
      isDestructive: true,
    });
    if (isSure) await removal.run({ params: { id: captionId } });
  }
  return (
    <li className={classes['line']}>
      <span className={classes['label']}>
        {label}{' '}
        <Text span c="dimmed" size="sm">
          {languageName(language)}
        </Text>
      </span>
      <Group gap="xs">
        <ChooseFiles
          accept={accepted}
          take={([file]) => replace(file)}
          variant="default"
          size="xs"
          aria-label={`Replace the captions ${label}`}
        >
          Replace
        </ChooseFiles>
        <Button
          variant="default"
          size="xs"
          loading={removal.loading}
          aria-label={`Delete the captions ${label}`}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      </Group>
    </li>
  );
}

type Adding = ReturnType<typeof useCaptions>;

function Details({ adding, begun }: { adding: Adding; begun: NonNullable<Adding['begun']> }) {
  const { errors, change, keep, giveUp, isKeeping } = adding;
  const { name, language, label, replaced, summary } = begun;
  const choose = (chosen: string) => {
    if (!isLanguage(chosen)) return;
    // A default label follows the language.
    change({ language: chosen, ...(label === captionLanguages[language] && { label: captionLanguages[chosen] }) });
  };
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm">{replaced ? `${name} replaces "${replaced.label}"` : name}</Text>
        <Text size="sm" c="dimmed" role="status">
          {summary}
        </Text>
      </div>
      <NativeSelect
        label="Language"
        value={language}
        error={errors['language']}
        data={choicesOf(captionLanguages)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <TextInput
        label="Label"
        description="Its name in the player."
        value={label}
        error={errors['label']}
        autoFocus
        readOnly={isKeeping}
        onChange={(event) => change({ label: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Do not submit the lesson's form.
          event.preventDefault();
          void keep();
        }}
      />
      <Group gap="xs">
        <Button size="xs" loading={isKeeping} onClick={() => void keep()}>
          {replaced ? 'Replace captions' : 'Save captions'}
        </Button>
        <Button size="xs" variant="default" onClick={giveUp}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
