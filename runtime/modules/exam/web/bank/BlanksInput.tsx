/** The answers of the blanks of a question. */
import { Button, Checkbox, InputGroup } from '@blueprintjs/core'
import { Add, Cross } from '@blueprintjs/icons'
import { maxBlanks } from '../../shared/read-details.ts'
import type { Blank } from '../../shared/question.ts'
import type { PartProps } from './part-props.ts'
import { useT } from './texts.ts'

export function BlanksInput({ details, change, disabled }: PartProps) {
  const t = useT()
  const blanks: readonly Blank[] = details.blanks && details.blanks.length > 0 ? details.blanks : [{ answer: '' }]
  const { anyOrder = false, caseSensitive = false } = details
  const setAll = (next: readonly Blank[]): void => change({ ...details, blanks: next })
  const set = (index: number, blank: Blank): void =>
    setAll(blanks.map((other, place) => (place === index ? blank : other)))
  return (
    <fieldset>
      <legend className="tw-visually-hidden">{t('blanks')}</legend>
      {blanks.map((blank, index) => {
        const number = index + 1
        return (
          <div key={number} className="exam-answer-row">
            <span aria-hidden="true">{number}</span>
            <InputGroup
              fill
              aria-label={t('blank', { number })}
              disabled={disabled}
              maxLength={500}
              value={blank.answer}
              onChange={(event) => set(index, { ...blank, answer: event.target.value })}
            />
            <InputGroup
              className="exam-answer-weight"
              aria-label={t('tolerance', { number })}
              placeholder={t('tolerance-short')}
              disabled={disabled}
              inputMode="decimal"
              maxLength={12}
              value={blank.tolerance ?? ''}
              onChange={(event) => set(index, { answer: blank.answer, tolerance: event.target.value })}
            />
            <Button
              variant="minimal"
              icon={<Cross />}
              aria-label={t('remove-blank', { number })}
              disabled={disabled || blanks.length <= 1}
              onClick={() => setAll(blanks.filter((_, place) => place !== index))}
            />
          </div>
        )
      })}
      <div className="exam-answer-foot">
        <Button
          size="small"
          icon={<Add />}
          text={t('add-blank')}
          disabled={disabled || blanks.length >= maxBlanks}
          onClick={() => setAll([...blanks, { answer: '' }])}
        />
        <span className="tw-muted">{t('blank-help')}</span>
      </div>
      <Checkbox
        label={t('any-order')}
        disabled={disabled}
        checked={anyOrder}
        onChange={(event) => change({ ...details, blanks, anyOrder: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('case-sensitive')}
        disabled={disabled}
        checked={caseSensitive}
        onChange={(event) => change({ ...details, blanks, caseSensitive: event.currentTarget.checked })}
      />
    </fieldset>
  )
}
