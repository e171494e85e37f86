/** What a signed-in account has to do before it may use the site, as the only screen. */
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useT, type PageKey } from '../core/i18n/page-texts.ts'
import { useTitle } from '../core/page/title.ts'
import { CodeForm } from '../identity/profile/factor/CodeForm.tsx'
import { EnrolFactor } from '../identity/profile/factor/EnrolFactor.tsx'
import { PasswordForm } from '../identity/profile/PasswordForm.tsx'
import { signOut } from '../identity/session/bootstrap.ts'
import { SignInLayout } from '../identity/session/SignInLayout.tsx'

/** `code`: the second factor of the session; `password`: a generated first password; `enrolment`: a second factor. */
export type PendingStep = 'code' | 'password' | 'enrolment'

interface PendingStepPageProps {
  readonly step: PendingStep
  /** Called once the step is done. */
  readonly onDone: () => void
}

const texts = {
  code: { heading: 'code.heading', lead: 'code.lead' },
  password: { heading: 'firstPassword.heading', lead: 'firstPassword.lead' },
  enrolment: { heading: 'enrolment.heading', lead: 'enrolment.lead' },
} as const satisfies Record<PendingStep, { readonly heading: PageKey; readonly lead: PageKey }>

export function PendingStepPage({ step, onDone }: PendingStepPageProps) {
  const t = useT()
  const { heading, lead } = texts[step]
  useTitle(t(heading))
  const leave = (
    <Button
      variant="minimal"
      text={t(step === 'code' ? 'code.back' : 'shell.signOut')}
      onClick={() => void signOut()}
    />
  )
  return (
    <SignInLayout heading={t(heading)} lead={t(lead)}>
      <StepForm step={step} onDone={onDone} leave={leave} />
    </SignInLayout>
  )
}

function StepForm({ step, onDone, leave }: PendingStepPageProps & { readonly leave: ReactNode }) {
  switch (step) {
    case 'code':
      return <CodeForm onDone={onDone}>{leave}</CodeForm>
    case 'password':
      return <PasswordForm onChanged={onDone}>{leave}</PasswordForm>
    case 'enrolment':
      return <EnrolFactor onDone={onDone} cancel={leave} />
  }
}
