/** The sandbox's cashier: a tester makes a payment end in every way. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import {
  callRoute,
  errorText,
  useLanguage,
  useStaleWhileRevalidate,
  useTitle,
  type MemberPageProps,
} from 'tablewright/web'
import { playSandbox, sandboxOrder, sandboxScenarios, type SandboxScenario } from '../../shared/sandbox.ts'
import './pay.css'
import { Problem } from './Problem.tsx'
import { TestMark } from './TestMark.tsx'
import { useT } from './texts.ts'

export function Sandbox({ params: { sn = '' } }: MemberPageProps) {
  const t = useT()
  const language = useLanguage()
  useTitle(t('sandbox'))
  const [busy, setBusy] = useState<SandboxScenario | null>(null)
  const [note, setNote] = useState('')
  const { value, error, retry } = useStaleWhileRevalidate(`sandbox ${sn} ${language}`, () =>
    callRoute(sandboxOrder, { sn }, { quiet: true }),
  )
  const play = async (scenario: SandboxScenario): Promise<void> => {
    setBusy(scenario)
    try {
      const { answers } = await callRoute(playSandbox, { sn, scenario }, { quiet: true })
      const texts = answers.map((status) => (status === 0 ? t('sandbox-none') : String(status)))
      setNote(t('sandbox-answers', { answers: texts.join(', ') }))
    } catch (problem) {
      setNote(errorText(problem))
    } finally {
      setBusy(null)
      retry()
    }
  }
  if (error !== null && value === null) return <Problem error={error} retry={retry} />
  if (!value) return <Spinner aria-label={t('loading')} />
  return (
    <article className="tw-card pay-cashier">
      <header className="pay-summary">
        <h1>{t('yuan', { amount: value.amount })}</h1>
        <TestMark />
        <p>{value.title}</p>
        <p className="tw-muted">{value.sn}</p>
      </header>
      <Callout compact intent="danger">
        {t('test-note')}
      </Callout>
      <p>{t(`sandbox-state-${value.state}`)}</p>
      <div className="pay-scenarios" role="group" aria-label={t('sandbox-tests')}>
        {sandboxScenarios.map((scenario) => (
          <Button
            key={scenario}
            size="large"
            intent={scenario === 'pay' ? 'primary' : 'none'}
            text={t(`sandbox-${scenario}`)}
            aria-busy={busy === scenario}
            onClick={() => {
              if (busy === null) void play(scenario)
            }}
          />
        ))}
      </div>
      <p role="status">{note}</p>
      <a href={`#/user/pay/${sn}`}>{t('sandbox-back')}</a>
    </article>
  )
}
