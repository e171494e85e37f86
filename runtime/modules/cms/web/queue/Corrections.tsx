/** The fields that whoever approves a text may correct. */
import { InputGroup, TextArea } from '@blueprintjs/core'
import { useId } from 'react'
import { fieldOf } from 'tablewright/protocol'
import type { ToolbarPartProps } from 'tablewright/web'
import { HtmlInput, useFieldLocale, type RecordView } from 'tablewright/web/parts'
import type { Correction, SubmittedText } from './corrections.ts'
import { useT } from './texts.ts'

interface CorrectionsProps extends Pick<ToolbarPartProps, 'model'> {
  readonly submitted: SubmittedText
  readonly correction: Correction
  readonly onCorrect: (change: Partial<SubmittedText>) => void
}

export function Corrections({ model, submitted, correction, onCorrect }: CorrectionsProps) {
  const t = useT()
  const id = useId()
  const locale = useFieldLocale()
  const field = fieldOf(model, 'content')
  const { title, description, content } = { ...submitted, ...correction }
  const record: RecordView = {
    model,
    id: null,
    row: null,
    valueOf: () => null,
    remember: () => {},
    setPending: () => {},
  }
  return (
    <div className="cms-queue-corrections">
      <p className="tw-muted">{t('corrections-help')}</p>
      <label htmlFor={`${id}-title`}>{t('title')}</label>
      <InputGroup
        id={`${id}-title`}
        autoFocus
        maxLength={200}
        value={title}
        intent={title.trim() === '' ? 'danger' : 'none'}
        onValueChange={(text) => onCorrect({ title: text })}
      />
      <label htmlFor={`${id}-description`}>{t('description')}</label>
      <TextArea
        id={`${id}-description`}
        fill
        maxLength={500}
        value={description}
        onChange={(event) => onCorrect({ description: event.target.value })}
      />
      <label id={`${id}-content-label`} htmlFor={`${id}-content`}>
        {t('content')}
      </label>
      {field && (
        <HtmlInput
          id={`${id}-content`}
          field={field}
          value={content}
          onChange={(html) => typeof html === 'string' && html !== content && onCorrect({ content: html })}
          onBlur={() => {}}
          disabled={false}
          invalid={false}
          describedBy={undefined}
          record={record}
          locale={locale}
        />
      )}
    </div>
  )
}
