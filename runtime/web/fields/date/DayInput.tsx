import { Button, InputGroup } from '@blueprintjs/core'
import { Calendar } from '@blueprintjs/icons'
import { useRef } from 'react'
import { kinds, writtenDay, type FieldModel } from '../../../protocol/index.ts'
import { useCellT } from '../cell-texts.ts'
import type { Locale } from '../renderer.ts'
import { openPicker } from './open-picker.ts'

interface DayInputProps {
  readonly id: string
  readonly label: string
  readonly placeholder: string
  readonly field: FieldModel
  readonly locale: Locale
  /** `YYYY-MM-DD`, or what has been typed of it. */
  readonly day: string
  readonly onDay: (day: string) => void
}

/** A day, typed or picked. The browser's own date input would use the browser's language instead of ours. */
export function DayInput({ id, label, placeholder, field, locale, day, onDay }: DayInputProps) {
  const t = useCellT()
  const picker = useRef<HTMLInputElement>(null)
  const isDay = kinds.date.operand(day, field, locale) !== null
  const isWrong = day !== '' && !isDay
  return (
    <div className="filter-day">
      <InputGroup
        id={id}
        fill
        autoComplete="off"
        inputMode="numeric"
        maxLength={20}
        aria-label={label}
        placeholder={placeholder}
        value={day}
        aria-invalid={isWrong || undefined}
        intent={isWrong ? 'danger' : 'none'}
        title={isWrong ? 'yyyy-mm-dd' : undefined}
        onChange={(event) => onDay(dayOf(event.target.value.trim()))}
        onBlur={() => writtenDay(day) !== day && onDay(writtenDay(day))}
        rightElement={
          <Button
            variant="minimal"
            icon={<Calendar />}
            tabIndex={-1}
            aria-label={t('pickDay', { label })}
            onClick={() => openPicker(picker.current)}
          />
        }
      />
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        className="filter-picker"
        value={isDay ? day : ''}
        onChange={(event) => onDay(event.target.value)}
      />
    </div>
  )
}

/** What is a day once it has all its digits stays as it is typed until the input is left. */
const dayOf = (text: string): string => (/^\d{4}\D\d{2}\D\d{2}$/.test(text) ? writtenDay(text) : text)
