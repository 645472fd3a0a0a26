/** Second step of a sign-in; loaded when the server asks for it. */
import { Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import type { SecondStep } from '#contract/kernel/second-step.ts';
import { ProofForm } from './proof-form.tsx';
import { finishSignIn } from './sign-in.ts';

interface Props {
  step: SecondStep;
  done: () => unknown;
  back: () => void;
}

export function SecondStepForm({ step, done, back }: Props) {
  // The session begins when the recovery codes are read, because it opens the page.
  const begin = useRef(() => undefined as unknown);
  return (
    <Stack gap="md">
      <Text>
        {step.enrolment
          ? 'Your role needs a second factor. Add it now; from then on you give it when you sign in.'
          : 'One more step: your second factor.'}
      </Text>
      <ProofForm
        step={step}
        send={async (proof) => {
          const finished = await finishSignIn({ body: { challenge: step.challenge, ...proof } });
          begin.current = finished.begin;
          return finished.recoveryCodes;
        }}
        done={async () => {
          begin.current();
          await done();
        }}
        back={back}
      />
    </Stack>
  );
}
