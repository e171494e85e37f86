/** The inputs of an answer, by the kind of the question. */
import { useId } from 'react'
import { judgeKeys, type Answer, type Kind } from '../../shared/question.ts'
import { useT } from './texts.ts'

export interface AskedQuestion {
  readonly kind: string
  readonly title: string
  readonly options: readonly { readonly id: string; readonly text: string }[]
  readonly blanks: number
}

interface FieldsProps {
  readonly question: AskedQuestion
  readonly answer: Answer
  readonly disabled?: boolean
  /** The id of the text of the question. */
  readonly labelledBy: string
  readonly onChange: (answer: Answer) => void
}

export function AnswerFields({ question, answer, disabled = false, labelledBy, onChange }: FieldsProps) {
  const t = useT()
  const kind = question.kind as Kind
  const props = { question, answer, disabled, labelledBy, onChange }
  if (kind === 'MATERIAL') return null
  if (kind === 'JUDGE') {
    const options = [
      { id: judgeKeys.true, text: t('true') },
      { id: judgeKeys.false, text: t('false') },
    ]
    return <Choice {...props} question={{ ...question, options }} isMultiple={false} />
  }
  if (kind === 'SINGLE' || kind === 'MULTI') return <Choice {...props} isMultiple={kind === 'MULTI'} />
  return <Texts {...props} isLong={kind === 'SHORT'} />
}

function Choice({
  question,
  answer,
  disabled,
  labelledBy,
  onChange,
  isMultiple,
}: FieldsProps & { readonly isMultiple: boolean }) {
  const name = useId()
  const keys = answer.keys ?? []
  const toggle = (id: string, isOn: boolean): void => {
    const others = isMultiple ? keys.filter((key) => key !== id) : []
    onChange({ keys: isOn ? [...others, id] : others })
  }
  return (
    <div role={isMultiple ? 'group' : 'radiogroup'} aria-labelledby={labelledBy} className="exam-options">
      {question.options.map(({ id, text }) => (
        <label key={id} className="exam-option">
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={name}
            disabled={disabled}
            checked={keys.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
          <span>{text}</span>
        </label>
      ))}
    </div>
  )
}

function Texts({
  question,
  answer,
  disabled,
  labelledBy,
  onChange,
  isLong,
}: FieldsProps & { readonly isLong: boolean }) {
  const t = useT()
  const texts = answer.texts ?? []
  const set = (place: number, text: string): void => {
    const count = isLong ? 1 : question.blanks
    const next = Array.from({ length: count }, (_, other) => (other === place ? text : (texts[other] ?? '')))
    onChange({ ...answer, texts: next })
  }
  if (isLong)
    return (
      <textarea
        className="bp6-input bp6-fill exam-essay"
        rows={6}
        maxLength={20_000}
        aria-labelledby={labelledBy}
        disabled={disabled}
        value={texts[0] ?? ''}
        onChange={(event) => set(0, event.target.value)}
      />
    )
  const places = Array.from({ length: question.blanks }, (_, place) => place)
  return (
    <div className="exam-blanks">
      {places.map((place) => (
        <label key={place}>
          {t('blank', { number: place + 1 })}
          <input
            className="bp6-input bp6-fill"
            maxLength={500}
            autoComplete="off"
            disabled={disabled}
            value={texts[place] ?? ''}
            onChange={(event) => set(place, event.target.value)}
          />
        </label>
      ))}
    </div>
  )
}
