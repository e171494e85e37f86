/** A questionnaire as people fill it in: open, closed with a reason, asking for its password, or handed in. */
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { Item } from '../../shared/item.ts'
import { info } from '../../shared/routes.ts'
import { call, CallError } from './calls.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'
import type { OpenQuestionnaire } from './sheet.ts'
import { deviceName, readDraft } from './storage.ts'
import { t } from './texts.ts'

type State =
  | { readonly step: 'loading' }
  | { readonly step: 'failed'; readonly text: string }
  | { readonly step: 'closed'; readonly title: string; readonly reason: string; readonly text: string }
  | { readonly step: 'open'; readonly questionnaire: OpenQuestionnaire }
  | { readonly step: 'done'; readonly title: string; readonly text: string }

async function load(link: string, pass: string): Promise<State> {
  const device = deviceName()
  try {
    const answer = await call(info, { link, device, ...(pass !== '' && { pass }) })
    const { title, reason, text } = answer
    if (reason !== null) return { step: 'closed', title, reason, text }
    const { description = '', anonymous = false, version = 1, captcha = false, draft } = answer
    return {
      step: 'open',
      questionnaire: {
        title,
        description,
        anonymous,
        version,
        captcha,
        device,
        pass,
        link: answer.link,
        // The contract describes the parts of an item that clients need; the server sends the others as well.
        items: (answer.items ?? []) as unknown as readonly Item[],
        draft: (draft ?? null) as OpenQuestionnaire['draft'],
      },
    }
  } catch (error) {
    return { step: 'failed', text: (error instanceof CallError && error.message) || t('failed') }
  }
}

export function FillPage({ link }: { readonly link: string }) {
  const [pass, setPass] = useState('')
  const [state, setState] = useState<State>({ step: 'loading' })
  const reload = useCallback(() => void load(link, pass).then(setState), [link, pass])
  useEffect(reload, [reload])
  const title = state.step === 'open' ? state.questionnaire.title : 'title' in state ? state.title : ''
  useEffect(() => {
    if (title !== '') document.title = title
  }, [title])
  switch (state.step) {
    case 'loading':
      return <Message>{t('loading')}</Message>
    case 'failed':
      return (
        <Message>
          <p role="alert">{state.text}</p>
          <button type="button" className="q-button" onClick={reload}>
            {t('retry')}
          </button>
        </Message>
      )
    case 'closed':
      return <Closed link={link} {...state} onPass={setPass} />
    case 'done':
      return <Message title={state.title}>{state.text}</Message>
    case 'open':
      return (
        <QuestionnaireForm
          key={state.questionnaire.version}
          questionnaire={state.questionnaire}
          localDraft={readDraft(link)}
          onReload={reload}
          onClosed={(reason, text) => setState({ step: 'closed', title, reason, text })}
          onDone={(text) => setState({ step: 'done', title, text })}
        />
      )
  }
}

/** A page with a heading and a few words. */
function Message({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <main className="q-page">
      {title !== undefined && title !== '' && <h1>{title}</h1>}
      <div className="q-card q-message" role="status">
        {children}
      </div>
    </main>
  )
}

interface ClosedProps {
  readonly link: string
  readonly title: string
  readonly reason: string
  readonly text: string
  readonly onPass: (pass: string) => void
}

function Closed({ link, title, reason, text, onPass }: ClosedProps) {
  return (
    <Message title={title}>
      <p>{text}</p>
      {reason === 'password' && <PasswordForm link={link} onPass={onPass} />}
      {reason === 'members' && (
        <a className="q-button" href="/#/user/login">
          {t('signIn')}
        </a>
      )}
    </Message>
  )
}
