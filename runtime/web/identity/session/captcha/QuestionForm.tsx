import { InputGroup } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useId, useState, type FormEvent } from 'react'
import { SubmitButton } from '../../../core/loading/SubmitButton.tsx'
import type { QuestionChallenge } from './calls.ts'
import { useT } from './texts.ts'

interface QuestionFormProps {
  readonly challenge: QuestionChallenge
  readonly isBusy: boolean
  readonly onAnswer: (info: string) => void
}

/** A text question. An answer given before the server accepts one is sent as soon as it does. */
export function QuestionForm({ challenge, isBusy, onAnswer }: QuestionFormProps) {
  const t = useT()
  const id = useId()
  const [answer, setAnswer] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isSubmitPending, setIsSubmitPending] = useState(false)
  const open = useEffectEvent(() => {
    setOpen(true)
    setIsSubmitPending(false)
    if (isSubmitPending) onAnswer(answer.trim())
  })
  useEffect(() => {
    // The server counts whole seconds, so wait one more.
    const timer = setTimeout(() => open(), (challenge.wait + 1) * 1000)
    return () => clearTimeout(timer)
  }, [challenge.wait])
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy || answer.trim() === '') return
    if (isOpen) onAnswer(answer.trim())
    else setIsSubmitPending(true)
  }
  return (
    <form className="captcha-question" onSubmit={send}>
      <p id={`${id}-question`}>{challenge.question}</p>
      <label htmlFor={id}>{t('answer')}</label>
      <InputGroup
        id={id}
        size="large"
        autoFocus
        autoComplete="off"
        inputMode="numeric"
        maxLength={10}
        value={answer}
        readOnly={isBusy || isSubmitPending}
        aria-describedby={`${id}-question`}
        onValueChange={setAnswer}
      />
      <p className="tw-muted captcha-waiting" role="status">
        {isSubmitPending && !isOpen && t('too-soon')}
      </p>
      <div className="captcha-send">
        <SubmitButton text={t('confirm')} isBusy={isBusy || isSubmitPending} disabled={answer.trim() === ''} />
      </div>
    </form>
  )
}
