/** Final quiz or final project of a learning path. The quiz has a page of its own. */
import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import {
  createPathProject,
  createPathQuiz,
  deletePathFinal,
  deletePathProject,
  getPathFinal,
  updatePathProject,
} from '#contract/learning-path/final.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { FinalProject, NewFinalProject } from '#admin-shared/course/final-project.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted } from '#kit/format/formats.ts';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { OpenPath } from './path-words.ts';

type End = Reply<typeof getPathFinal>;
type Project = NonNullable<End['finalProject']>;

export function Final({ id, base }: OpenPath) {
  const result = useCall(getPathFinal, { params: { id } });
  return (
    <Loaded result={result} what="final quiz or project">
      {({ quiz, finalProject }) => {
        if (quiz) return <Quiz pathId={id} quiz={quiz} />;
        if (!finalProject) return <Nothing pathId={id} />;
        return (
          <Present
            key={finalProject.finalProjectId}
            project={finalProject}
            base={base}
            latest={async () => (await result.refetch())?.finalProject}
          />
        );
      }}
    </Loaded>
  );
}

function Nothing({ pathId }: { pathId: string }) {
  const [isWriting, setWriting] = useState(false);
  const navigate = useNavigate();
  const addQuiz = useAction(createPathQuiz, { movesOn: true });
  const addProject = useAction(createPathProject);
  const params = { id: pathId };
  const begin = async () => {
    const outcome = await addQuiz.run({ params });
    if (outcome.ok) await navigate({ to: `/quiz/${outcome.reply.quizId}/questions` });
  };
  if (isWriting)
    return (
      <NewFinalProject
        ownerId={pathId}
        save={(body, how) => addProject.run({ params, body }, how)}
        close={() => setWriting(false)}
      />
    );
  return (
    <EmptyState
      title="No final quiz or project yet"
      action={
        <Group justify="center">
          <Button loading={addQuiz.loading} onClick={() => void begin()}>
            Create a final quiz
          </Button>
          <Button variant="default" onClick={() => setWriting(true)}>
            Create a final project
          </Button>
        </Group>
      }
    >
      A path ends with either a quiz, scored at once, or a project that staff review.
    </EmptyState>
  );
}

function Quiz({ pathId, quiz }: { pathId: string; quiz: NonNullable<End['quiz']> }) {
  const remove = useAction(deletePathFinal, {
    messages: { ...deletePathFinal.messages, fail: 'Failed to delete final quiz' },
  });
  const { quizId, name, passingScore, totalQuestions } = quiz;
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete the final quiz “${name}”?`,
      text: `Delete: ${totalQuestions === 0 ? 'no question goes with it.' : `${counted(totalQuestions, 'question goes', 'questions go')} with it, with the members’ attempts.`} This cannot be undone.`,
      action: 'Delete 1 final quiz',
      isDestructive: true,
    });
    if (isSure) await remove.run({ params: { id: pathId } });
  };
  return (
    <Section
      title={name}
      actions={
        <Button variant="default" color="red" size="xs" loading={remove.loading} onClick={() => void ask()}>
          Delete the final quiz
        </Button>
      }
    >
      <Facts
        title="Final quiz"
        facts={[
          [
            'Questions',
            <Link key="questions" to={`/quiz/${quizId}/questions`}>
              {totalQuestions === 0 ? 'None yet: add them' : counted(totalQuestions, 'question', 'questions')}
            </Link>,
          ],
          [
            'Passing score',
            <Link key="passing" to={`/quiz/${quizId}`}>
              {passingScore}
            </Link>,
          ],
        ]}
      />
    </Section>
  );
}

function Present({
  project,
  base,
  latest,
}: {
  project: Project;
  base: string;
  latest: () => Promise<Project | null | undefined>;
}) {
  const params = { id: project.pathId, finalProjectId: project.finalProjectId };
  const update = useAction(updatePathProject);
  const remove = useAction(deletePathProject);
  return (
    <FinalProject
      id={project.finalProjectId}
      project={project}
      owner="learning path"
      base={base}
      latest={latest}
      save={(body, how) => update.run({ params, body }, how)}
      remove={(how) => remove.run({ params }, how)}
      isRemoving={remove.loading}
    />
  );
}
