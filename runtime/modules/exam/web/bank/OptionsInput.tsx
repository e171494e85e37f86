/** The options of a choice: text, whether it is right, and the share of a partly right one. */
import { Button, InputGroup } from '@blueprintjs/core'
import { Add, Cross } from '@blueprintjs/icons'
import { useId, type ClipboardEvent } from 'react'
import { maxOptions } from '../../shared/read-details.ts'
import type { QuestionOption } from '../../shared/question.ts'
import type { PartProps } from './part-props.ts'
import { useT } from './texts.ts'

const letterOf = (index: number): string => String.fromCodePoint(65 + index)

/** Empty options to begin with. */
const blankOptions: readonly QuestionOption[] = Array.from({ length: 4 }, () => ({ text: '' }))

export function OptionsInput({ details, change, disabled, isMultiple }: PartProps & { readonly isMultiple: boolean }) {
  const t = useT()
  const name = useId()
  const options = details.options && details.options.length > 0 ? details.options : blankOptions
  const setAll = (next: readonly QuestionOption[]): void => change({ options: next.slice(0, maxOptions) })
  const set = (index: number, option: QuestionOption): void =>
    setAll(options.map((other, place) => (place === index ? option : other)))
  const setRight = (index: number, isRight: boolean): void =>
    setAll(
      options.map(({ right = false, ...option }, place) => {
        const isMarked = place === index ? isRight : isMultiple && right
        return isMarked ? { text: option.text, right: true } : option
      }),
    )
  const paste = (event: ClipboardEvent, index: number): void => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (lines.length < 2) return
    event.preventDefault()
    const texts = lines.map((text) => ({ text }))
    setAll([...options.slice(0, index), ...texts, ...options.slice(index + 1).filter(({ text }) => text !== '')])
  }
  return (
    <fieldset>
      <legend className="tw-visually-hidden">{t('options')}</legend>
      {options.map((option, index) => (
        <OptionRow
          key={letterOf(index)}
          name={name}
          option={option}
          letter={letterOf(index)}
          isMultiple={isMultiple}
          disabled={disabled}
          canRemove={options.length > 2}
          change={(next) => set(index, next)}
          setRight={(isRight) => setRight(index, isRight)}
          remove={() => setAll(options.filter((_, place) => place !== index))}
          paste={(event) => paste(event, index)}
        />
      ))}
      <div className="exam-answer-foot">
        <Button
          size="small"
          icon={<Add />}
          text={t('add-option')}
          disabled={disabled || options.length >= maxOptions}
          onClick={() => setAll([...options, { text: '' }])}
        />
        <span className="tw-muted">{isMultiple ? t('options-help') : `${t('options-help')} ${t('weight-help')}`}</span>
      </div>
    </fieldset>
  )
}

function withWeight({ text }: QuestionOption, entry: string): QuestionOption {
  const weight = Number(entry.replace(/\D/g, ''))
  return weight > 0 ? { text, weight } : { text }
}

interface RowProps {
  readonly name: string
  readonly option: QuestionOption
  readonly letter: string
  readonly isMultiple: boolean
  readonly disabled: boolean
  readonly canRemove: boolean
  readonly change: (option: QuestionOption) => void
  readonly setRight: (isRight: boolean) => void
  readonly remove: () => void
  readonly paste: (event: ClipboardEvent) => void
}

function OptionRow({ name, option, letter, isMultiple, disabled, canRemove, ...row }: RowProps) {
  const t = useT()
  return (
    <div className="exam-answer-row">
      <label className="exam-answer-right">
        <input
          type={isMultiple ? 'checkbox' : 'radio'}
          name={name}
          disabled={disabled}
          checked={option.right ?? false}
          aria-label={t('right', { letter })}
          onChange={(event) => row.setRight(event.target.checked)}
        />
        <span aria-hidden="true">{letter}</span>
      </label>
      <InputGroup
        fill
        aria-label={t('option', { letter })}
        disabled={disabled}
        maxLength={1000}
        value={option.text}
        onChange={(event) => row.change({ ...option, text: event.target.value })}
        onPaste={row.paste}
      />
      {!isMultiple && !option.right && (
        <InputGroup
          className="exam-answer-weight"
          aria-label={t('weight', { letter })}
          placeholder={t('weight-short')}
          disabled={disabled}
          inputMode="numeric"
          maxLength={2}
          value={option.weight === undefined ? '' : String(option.weight)}
          onChange={(event) => row.change(withWeight(option, event.target.value))}
        />
      )}
      <Button
        variant="minimal"
        icon={<Cross />}
        aria-label={t('remove-option', { letter })}
        disabled={disabled || !canRemove}
        onClick={row.remove}
      />
    </div>
  )
}
