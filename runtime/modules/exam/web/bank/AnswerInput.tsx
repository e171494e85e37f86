/** Options and answer of a question, as its kind has them. The value is JSON text. */
import { Radio, RadioGroup, TextArea } from '@blueprintjs/core'
import type { InputProps } from 'tablewright/web'
import type { Kind, QuestionDetails } from '../../shared/question.ts'
import { BlanksInput } from './BlanksInput.tsx'
import { OptionsInput } from './OptionsInput.tsx'
import type { PartProps } from './part-props.ts'
import { useT } from './texts.ts'
import './bank.css'

function parse(value: unknown): QuestionDetails {
  if (typeof value !== 'string' || value === '') return {}
  try {
    return (JSON.parse(value) as QuestionDetails | null) ?? {}
  } catch {
    return {}
  }
}

export function AnswerInput({ id, value, onChange, disabled, invalid, describedBy, record }: InputProps) {
  const details = parse(value)
  const kind = String(record.valueOf('kind') ?? 'SINGLE') as Kind
  const change = (next: QuestionDetails): void => onChange(JSON.stringify(next))
  const part = { details, change, disabled }
  return (
    <div
      id={id}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      data-invalid={invalid || undefined}
      className="exam-answer"
    >
      {kind === 'JUDGE' && <JudgeInput {...part} />}
      {(kind === 'SINGLE' || kind === 'MULTI') && <OptionsInput {...part} isMultiple={kind === 'MULTI'} />}
      {kind === 'FILL' && <BlanksInput {...part} />}
      {kind === 'SHORT' && <ReferenceInput {...part} />}
    </div>
  )
}

function JudgeInput({ details, change, disabled }: PartProps) {
  const t = useT()
  return (
    <RadioGroup
      inline
      label={t('statement')}
      disabled={disabled}
      selectedValue={details.judge === undefined ? '' : String(details.judge)}
      onChange={(event) => change({ judge: event.currentTarget.value === 'true' })}
    >
      <Radio value="true" label={t('true')} />
      <Radio value="false" label={t('false')} />
    </RadioGroup>
  )
}

function ReferenceInput({ details, change, disabled }: PartProps) {
  const t = useT()
  return (
    <TextArea
      fill
      autoResize
      aria-label={t('reference')}
      placeholder={t('reference')}
      disabled={disabled}
      maxLength={5000}
      value={details.reference ?? ''}
      onChange={(event) => change({ reference: event.target.value })}
    />
  )
}
