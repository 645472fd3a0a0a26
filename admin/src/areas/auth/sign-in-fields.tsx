/**
 * E-mail, password and the sign-in button (spec §4–§6). Validation and contract are loaded while the user types, so
 * that they do not delay the first paint.
 */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { SecondStep } from '#contract/kernel/second-step.ts';
import { useTask } from '#kit/api/use-action.ts';
import { eyeButton, useCapsLock } from '#kit/form/password-field.tsx';

const rules = () => import('./sign-in.ts');
const SecondStepForm = lazy(() => import('./second-step.tsx').then((form) => ({ default: form.SecondStepForm })));

/** @param done runs after a sign-in; the button stays busy until it settles */
export function useSignIn(done: () => unknown, known = '') {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [step, setStep] = useState<SecondStep>();
  const action = useTask({
    failsAs: 500,
    messages: { preferServer: true },
    perform: async (credentials: { email: string; password: string }) => (await rules()).signIn({ body: credentials }),
  });
  const proceed = async ({ secondStep }: { secondStep?: SecondStep }) => {
    if (secondStep) return setStep(secondStep);
    setLeaving(true);
    await done();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // In a dialog, React would bubble the submit to the form of the page behind it.
    event.stopPropagation();
    const outcome = await action.run({ email, password });
    if (outcome.ok) await proceed(outcome.reply);
    else field.current?.select();
  };
  const back = () => {
    setPassword('');
    setStep(undefined);
  };
  const fill = (user: { email: string; password: string }) => {
    void rules();
    setEmail(user.email);
    setPassword(user.password);
  };
  return {
    fill,
    form: { onSubmit: submit, onChange: () => void rules() },
    proceed,
    secondStep: step && { step, done, back },
    fields: {
      email,
      setEmail,
      password,
      setPassword,
      field,
      isWrong: action.status === 500 && !action.loading,
      isSending: action.loading || isLeaving,
    },
  };
}

/** The form, or in its place the second step. */
export function SignInForm({ state, ...props }: { state: ReturnType<typeof useSignIn> } & Omit<Props, 'fields'>) {
  const { form, fields, secondStep } = state;
  if (secondStep)
    return (
      <Suspense>
        <SecondStepForm {...secondStep} />
      </Suspense>
    );
  return (
    <form {...form}>
      <SignInFields fields={fields} {...props} />
    </form>
  );
}

interface Props {
  fields: ReturnType<typeof useSignIn>['fields'];
  /** The e-mail is known: focus the password. */
  isKnown?: boolean;
  /** Content beside the button. */
  children?: ReactNode;
}

function SignInFields({ fields, isKnown = false, children }: Props) {
  const { email, setEmail, password, setPassword, field, isWrong, isSending } = fields;
  const { isOn: hasCapsLock, ...keys } = useCapsLock();
  return (
    <Stack gap="md">
      <TextInput
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus={!isKnown}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={isWrong}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        ref={field}
        data-autofocus={isKnown || undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isWrong}
        {...keys}
        {...eyeButton}
        description={hasCapsLock ? 'Caps Lock is on' : undefined}
      />
      <Button type="submit" loading={isSending} fullWidth>
        Sign in
      </Button>
      {children}
    </Stack>
  );
}
