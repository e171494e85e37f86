/** Asks a question: one of the exam bank, or one that is typed. */
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, errorText, notify, useStaleWhileRevalidate } from 'tablewright/web'
import type { QuizKind } from '../../shared/events.ts'
import { askRoute, maxOptions, questionsRoute } from '../../shared/quiz-routes.ts'
import type { OpenLesson } from '../classroom/use-lesson.ts'
import { useT } from '../texts.ts'

const kinds: readonly QuizKind[] = ['single', 'multi', 'judge']
const lengths = [0, 30, 60, 120, 300] as const

interface Draft {
  readonly kind: QuizKind
  readonly title: string
  readonly options: readonly { readonly id: number; readonly text: string }[]
  readonly key: readonly number[]
}

const blank: Draft = {
  kind: 'single',
  title: '',
  options: [0, 1, 2].map((id) => ({ id, text: '' })),
  key: [],
}

export function AskForm({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const [question, setQuestion] = useState<number | null>(null)
  const [draft, setDraft] = useState(blank)
  const [seconds, setSeconds] = useState(60)
  const [isBusy, setIsBusy] = useState(false)
  const ask = async (): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const base = { room: lesson.room.id, seconds }
      await callRoute(askRoute, question === null ? { ...base, ...typedOf(draft) } : { ...base, question }, {
        quiet: true,
      })
      setDraft(blank)
      setQuestion(null)
    } catch (error) {
      notify({ text: errorText(error), tone: 'danger' })
    }
    setIsBusy(false)
  }
  return (
    <form
      className="live-ask"
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <h3>{t('quiz-new')}</h3>
      {lesson.bank && <BankPicker question={question} onChoose={setQuestion} />}
      {question === null && <Typed draft={draft} onChange={setDraft} />}
      <label className="live-field">
        <span>{t('quiz-length')}</span>
        <HTMLSelect
          value={seconds}
          onChange={({ currentTarget }) => setSeconds(Number(currentTarget.value))}
          options={lengths.map((value) => ({
            value,
            label: value === 0 ? t('quiz-no-end') : t('quiz-seconds', { seconds: value }),
          }))}
        />
      </label>
      <Button type="submit" intent="primary" aria-disabled={isBusy} text={t('quiz-ask')} />
    </form>
  )
}

/** Options without text are left out; the key names places among the others. */
function typedOf({ kind, title, options, key }: Draft) {
  if (kind === 'judge') return { kind, title, key: [...key] }
  const filled = options.filter(({ text }) => text.trim() !== '')
  const places = filled.flatMap(({ id }, place) => (key.includes(id) ? [place] : []))
  return { kind, title, options: filled.map(({ text }) => text.trim()), key: places }
}

function BankPicker({
  question,
  onChoose,
}: {
  readonly question: number | null
  readonly onChoose: (question: number | null) => void
}) {
  const t = useT()
  const [text, setText] = useState('')
  const { value } = useStaleWhileRevalidate(`questions ${text}`, () =>
    callRoute(questionsRoute, text === '' ? {} : { text }, { quiet: true, isBackground: true }),
  )
  return (
    <div className="live-field">
      <InputGroup
        type="search"
        value={text}
        maxLength={100}
        aria-label={t('quiz-search')}
        placeholder={t('quiz-search')}
        onChange={({ target }) => setText(target.value)}
      />
      <HTMLSelect
        fill
        aria-label={t('quiz-source')}
        value={question ?? ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? null : Number(currentTarget.value))}
        options={[
          { value: '', label: t('quiz-typed') },
          ...(value?.questions ?? []).map(({ id, title }) => ({ value: String(id), label: title.slice(0, 80) })),
        ]}
      />
    </div>
  )
}

function Typed({ draft, onChange }: { readonly draft: Draft; readonly onChange: (draft: Draft) => void }) {
  const t = useT()
  const { kind, title, options, key } = draft
  const mark = (id: number): void =>
    onChange({
      ...draft,
      key: key.includes(id) ? key.filter((place) => place !== id) : kind === 'multi' ? [...key, id] : [id],
    })
  const rows = kind === 'judge' ? [0, 1].map((id) => ({ id, text: id === 0 ? '√' : '×' })) : options
  return (
    <>
      <label className="live-field">
        <span>{t('quiz-kind')}</span>
        <HTMLSelect
          value={kind}
          onChange={({ currentTarget }) => onChange({ ...draft, kind: currentTarget.value as QuizKind, key: [] })}
          options={kinds.map((value) => ({ value, label: t(`quiz-kind-${value}`) }))}
        />
      </label>
      <label className="live-field">
        <span>{t('quiz-title')}</span>
        <InputGroup
          value={title}
          maxLength={500}
          required
          onChange={({ target }) => onChange({ ...draft, title: target.value })}
        />
      </label>
      <fieldset className="live-options">
        <legend className="tw-muted">{t('quiz-mark')}</legend>
        {rows.map(({ id, text }, index) => (
          <div key={id} className="live-option-row">
            <label className="live-check">
              <input
                type="checkbox"
                aria-label={t('quiz-mark-option', { option: index + 1 })}
                checked={key.includes(id)}
                onChange={() => mark(id)}
              />
            </label>
            {kind === 'judge' ? (
              <span>{text}</span>
            ) : (
              <InputGroup
                fill
                value={text}
                maxLength={200}
                aria-label={t('quiz-option', { option: index + 1 })}
                placeholder={t('quiz-option', { option: index + 1 })}
                onChange={({ target }) =>
                  onChange({
                    ...draft,
                    options: options.map((option) => (option.id === id ? { id, text: target.value } : option)),
                  })
                }
              />
            )}
          </div>
        ))}
      </fieldset>
      {kind !== 'judge' && options.length < maxOptions && (
        <Button
          text={t('quiz-add-option')}
          onClick={() => onChange({ ...draft, options: [...options, { id: options.length, text: '' }] })}
        />
      )}
    </>
  )
}
