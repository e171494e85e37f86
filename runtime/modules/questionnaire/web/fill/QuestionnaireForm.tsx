/** The questions one below the other, with what is left to do on the button. */
import { useEffect, useRef, useState } from 'react'
import { submit } from '../../shared/routes.ts'
import { call, CallError, loadCaptcha, type Question as CaptchaQuestion } from './calls.ts'
import { Question } from './Question.tsx'
import { removeDraft, type LocalDraft } from './storage.ts'
import type { OpenQuestionnaire } from './sheet.ts'
import { leftText, t } from './texts.ts'
import { sentAnswers, useSheet } from './use-sheet.ts'

interface FormProps {
  readonly questionnaire: OpenQuestionnaire
  readonly localDraft: LocalDraft | null
  readonly onReload: () => void
  readonly onClosed: (reason: string, text: string) => void
  readonly onDone: (thanks: string) => void
}

/** Asks for a captcha and hands the sheet in. */
function useSubmit(
  { questionnaire, onReload, onClosed, onDone }: FormProps,
  { sheet, visible, stop }: ReturnType<typeof useSheet>,
) {
  const { link, device, pass, version } = questionnaire
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [captcha, setCaptcha] = useState<CaptchaQuestion | null>(null)
  const [solution, setSolution] = useState('')
  const refuse = async (error: unknown): Promise<void> => {
    const { data, message } = error instanceof CallError ? error : { data: null, message: '' }
    if (data === null) return setProblem(t('savedAfter'))
    const { reason = '', errors: fields = {} } = data
    if (reason === 'conflict') return onReload()
    if (['off', 'before', 'after', 'full', 'done', 'members', 'password'].includes(reason))
      return onClosed(reason, message)
    setErrors(fields)
    setProblem(message)
    if (fields['captcha'] !== undefined) {
      setSolution('')
      setCaptcha(await loadCaptcha())
    }
  }
  const send = async (): Promise<void> => {
    setBusy(true)
    setProblem('')
    setErrors({})
    stop()
    try {
      if (questionnaire.captcha && captcha === null) {
        setCaptcha(await loadCaptcha())
      } else {
        const times = Math.max(0, Math.round((Date.now() - sheet.startedAt) / 1000))
        const answer = await call(submit, {
          link,
          device,
          version,
          times,
          client: sheet.client,
          answers: sentAnswers(visible.answers),
          ...(pass !== '' && { pass }),
          ...(captcha && { captchaId: captcha.id, captchaInfo: solution }),
        })
        removeDraft(link)
        onDone(answer.thanks)
      }
    } catch (error) {
      await refuse(error).catch(() => setProblem(t('savedAfter')))
    }
    setBusy(false)
  }
  return { isBusy, problem, errors, captcha, solution, setSolution, send }
}

/** Inputs and buttons that the keyboard reaches, of a group of radio buttons the chosen or first one. */
const stops = 'input:not([type=radio]), select, textarea, button, input[type=radio]:checked'

/** In an input, Enter leads to the next question: handing in is what the button is for. */
function goOn(form: HTMLFormElement, event: KeyboardEvent): void {
  const { target } = event
  if (event.key !== 'Enter' || event.isComposing || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const cards = [...form.querySelectorAll<HTMLElement>('.q-card')]
  const next = cards[cards.findIndex((card) => card.contains(target)) + 1]
  const stop = next?.querySelector<HTMLElement>(stops) ?? next?.querySelector<HTMLElement>('input')
  ;(stop ?? form.querySelector<HTMLElement>('.q-submit'))?.focus()
}

export function QuestionnaireForm(props: FormProps) {
  const { questionnaire, localDraft } = props
  const state = useSheet(questionnaire, localDraft)
  const { sheet, visible, problems, change, isSaved } = state
  const { isBusy, problem, errors, captcha, solution, setSolution, send } = useSubmit(props, state)
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { current } = form
    if (!current) return undefined
    const listen = (event: KeyboardEvent): void => goOn(current, event)
    current.addEventListener('keydown', listen)
    return () => current.removeEventListener('keydown', listen)
  }, [])
  const hand = (): void => {
    setChecked(true)
    const [first] = problems.keys()
    if (first === undefined) return void send()
    form.current?.querySelector<HTMLElement>(`#question-${first} :is(input, select, textarea)`)?.focus()
  }
  const problemText = (key: string): string => errors[key] ?? (isChecked ? (problems.get(key) ?? '') : '')
  return (
    <main className="q-page">
      <h1>{questionnaire.title}</h1>
      {questionnaire.description !== '' && <p className="q-description">{questionnaire.description}</p>}
      {localDraft !== null && localDraft.version !== questionnaire.version && (
        <p className="q-note" role="status">
          {t('changed')}
        </p>
      )}
      {questionnaire.anonymous && <p className="q-note">{t('anonymous')}</p>}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) hand()
        }}
      >
        {visible.items.map((item, index) => (
          <Question
            key={item.key}
            item={item}
            number={index + 1}
            answer={sheet.answers[item.key]}
            names={sheet.files}
            problem={problemText(item.key)}
            place={questionnaire}
            onChange={change}
          />
        ))}
        {captcha && <Captcha question={captcha.question} solution={solution} onChange={setSolution} />}
        <p className="q-problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="q-button q-submit" aria-disabled={isBusy}>
          {isBusy ? t('sending') : isChecked && problems.size > 0 ? leftText(problems.size) : t('submit')}
        </button>
        <p className="q-note" role="status">
          {isSaved ? t('saved') : ''}
        </p>
      </form>
    </main>
  )
}

interface CaptchaProps {
  readonly question: string
  readonly solution: string
  readonly onChange: (solution: string) => void
}

function Captcha({ question, solution, onChange }: CaptchaProps) {
  return (
    <div className="q-card">
      <label htmlFor="captcha">
        {t('captcha')}: {question}
      </label>
      <input
        id="captcha"
        className="q-input"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={solution}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
