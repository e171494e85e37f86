/** One question with the input of its kind. Number keys choose an option. */
import type { KeyboardEvent, ReactNode } from 'react'
import { isText, isUpload, keysOf, type Answer, type Item, type ItemOption } from '../../shared/item.ts'
import { FileAnswer } from './FileAnswer.tsx'
import { MatrixAnswer } from './MatrixAnswer.tsx'
import { problemOfInput, type AnswerProps, type OpenQuestionnaire } from './sheet.ts'
import { t } from './texts.ts'

interface QuestionProps extends AnswerProps {
  readonly number: number
  /** Names of uploaded files by code. */
  readonly names: Readonly<Record<string, string>>
  readonly place: OpenQuestionnaire
}

export function Question(props: QuestionProps) {
  const { item, number, problem } = props
  return (
    <fieldset id={`question-${item.key}`} className="q-card">
      <legend>
        <span className="q-number">{number}. </span>
        {item.title}
        {item.must && (
          <span className="q-must" title={t('required')}>
            <span aria-hidden="true"> *</span>
            <span className="q-hidden"> ({t('required')})</span>
          </span>
        )}
      </legend>
      {item.explain !== undefined && <p className="q-note">{item.explain}</p>}
      <AnswerInput {...props} />
      <p id={`problem-${item.key}`} className="q-problem" aria-live="polite">
        {problem}
      </p>
    </fieldset>
  )
}

function AnswerInput(props: QuestionProps): ReactNode {
  const { item } = props
  if (isUpload(item)) return <FileAnswer {...props} />
  if (isText(item)) return <TextAnswer {...props} />
  if ((item.rows?.length ?? 0) > 0) return <MatrixAnswer {...props} />
  if (isDropdown(item)) return <DropdownAnswer {...props} />
  return <ChoiceAnswer {...props} />
}

const names = { dropdown: 'dropdown', multiple: 'multiple', rating: 'rating', short: 'short' } as const
const isDropdown = ({ kind }: Item): boolean => kind === names.dropdown
const isMultiple = ({ kind }: Item): boolean => kind === names.multiple
const isRating = ({ kind }: Item): boolean => kind === names.rating
const isLong = ({ kind }: Item): boolean => kind === names.short

/** The answer after a key was chosen or taken out. */
function withKey(item: Item, answer: Answer | undefined, key: string): Answer {
  const keys = answer?.keys ?? []
  const next = !isMultiple(item) ? [key] : keys.includes(key) ? keys.filter((own) => own !== key) : [...keys, key]
  const order = keysOf(item)
  const sorted = next.toSorted((left, right) => order.indexOf(left) - order.indexOf(right))
  const hasOther = (item.options ?? []).some((option) => option.other === true && sorted.includes(option.key))
  return { keys: sorted, text: hasOther ? (answer?.text ?? '') : '' }
}

function chooseByNumber(event: KeyboardEvent, { item, answer, onChange }: AnswerProps): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const key = keysOf(item)[Number(event.key) - 1]
  if (key === undefined || !/^[1-9]$/.test(event.key)) return
  event.preventDefault()
  onChange(item.key, withKey(item, answer, key))
}

function ChoiceAnswer({ item, answer, problem, onChange }: AnswerProps) {
  const keys = answer?.keys ?? []
  const options: readonly ItemOption[] = isRating(item)
    ? keysOf(item).map((key) => ({ key, label: key }))
    : (item.options ?? [])
  const other = options.find((option) => option.other === true && keys.includes(option.key))
  return (
    <>
      <div className={isRating(item) ? 'q-rating' : 'q-options'}>
        {options.map(({ key, label }) => (
          <label key={key} className="q-option">
            <input
              type={isMultiple(item) ? 'checkbox' : 'radio'}
              name={item.key}
              checked={keys.includes(key)}
              {...problemOfInput({ item, problem })}
              aria-required={undefined}
              onKeyDown={(event) => chooseByNumber(event, { item, answer, problem, onChange })}
              onChange={() => onChange(item.key, withKey(item, answer, key))}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {other && (
        <input
          className="q-input"
          type="text"
          aria-label={`${other.label}: ${t('other')}`}
          placeholder={t('other')}
          maxLength={200}
          value={answer?.text ?? ''}
          onChange={(event) => onChange(item.key, { keys, text: event.target.value })}
        />
      )}
    </>
  )
}

function DropdownAnswer({ item, answer, problem, onChange }: AnswerProps) {
  const [key = ''] = answer?.keys ?? []
  const other = (item.options ?? []).find((option) => option.other === true && option.key === key)
  const choose = (chosenKey: string): void =>
    onChange(item.key, chosenKey === '' ? { keys: [] } : withKey(item, answer, chosenKey))
  return (
    <>
      <select
        className="q-input"
        aria-label={item.title}
        value={key}
        {...problemOfInput({ item, problem })}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{t('choose')}</option>
        {(item.options ?? []).map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
      {other && (
        <input
          className="q-input"
          type="text"
          aria-label={`${other.label}: ${t('other')}`}
          maxLength={200}
          value={answer?.text ?? ''}
          onChange={(event) => onChange(item.key, { keys: [key], text: event.target.value })}
        />
      )}
    </>
  )
}

function TextAnswer({ item, answer, problem, onChange }: AnswerProps) {
  const text = {
    'aria-label': item.title,
    className: 'q-input',
    maxLength: item.maxLength ?? 5000,
    value: answer?.text ?? '',
    ...problemOfInput({ item, problem }),
  }
  const change = (value: string): void => onChange(item.key, { text: value })
  return isLong(item) ? (
    <textarea rows={4} {...text} onChange={(event) => change(event.target.value)} />
  ) : (
    <input type="text" {...text} onChange={(event) => change(event.target.value)} />
  )
}
