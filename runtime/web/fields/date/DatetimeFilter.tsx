import { Button, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { addDays, dayOf, formatSeconds, readText } from '../../../protocol/index.ts'
import { namedFor } from '../../core/i18n/language.ts'
import { useMinute } from '../../core/react/use-minute.ts'
import { useCellT } from '../cell-texts.ts'
import type { FilterProps } from '../renderer.ts'
import { DayInput } from './DayInput.tsx'
import { rangeOf, rangeText } from '../range.ts'

/** Whole days from … to, in the site's time zone, with buttons for frequent ranges. */
export function DatetimeFilter({ id, field, operator, value, onChange, locale }: FilterProps) {
  const t = useCellT()
  const isRange = operator === 'RANGE' || operator === 'NOT RANGE'
  const [from, to] = isRange ? rangeOf(value) : [String(value?.val ?? ''), '']
  const today = dayOf(useMinute() / 1000, locale.timeZone)
  const put = (first: string, last: string) =>
    onChange(rangeText(operator, first && `${first} 00:00:00`, last && `${last} 23:59:59`))
  const label = field.label[locale.language]
  const presets: readonly (readonly [text: string, first: string])[] = [
    [t('today'), today],
    [t('lastDays', { count: 7 }), addDays(today, -6)],
    [t('lastDays', { count: 30 }), addDays(today, -29)],
    [t('thisMonth'), `${today.slice(0, 8)}01`],
  ]
  if (!isRange)
    return (
      <MomentOperand
        {...{ id, field, locale, label }}
        moment={from}
        onMoment={(moment) => onChange(moment === '' ? null : { operator, val: moment })}
      />
    )
  return (
    <div>
      <div className="filter-range">
        <DayInput
          {...{ field, locale, id }}
          label={`${label} ${t('from')}`}
          placeholder={t('from')}
          day={from.slice(0, 10).trim()}
          onDay={(day) => put(day, to.slice(0, 10).trim())}
        />
        <span aria-hidden>–</span>
        <DayInput
          {...{ field, locale }}
          id={`${id}-to`}
          label={`${label} ${t('to')}`}
          placeholder={t('to')}
          day={to.slice(0, 10).trim()}
          onDay={(day) => put(from.slice(0, 10).trim(), day)}
        />
      </div>
      <div className="filter-presets">
        {presets.map(([text, first]) => (
          <Button
            key={text}
            size="small"
            variant="minimal"
            text={text}
            aria-label={namedFor(locale.language, label, text)}
            active={from.startsWith(first) && to.startsWith(today)}
            onClick={() => put(first, today)}
          />
        ))}
      </div>
    </div>
  )
}

interface MomentOperandProps extends Pick<FilterProps, 'id' | 'field' | 'locale'> {
  readonly label: string
  readonly moment: string
  readonly onMoment: (moment: string) => void
}

/** A moment, typed. Text that is none filters nothing, since the server takes digits for seconds since 1970. */
function MomentOperand({ id, field, locale, label, moment, onMoment }: MomentOperandProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const momentOf = (text: string): string => {
    const read = text === '' ? null : readText(text, field, locale)
    return read && 'value' in read ? formatSeconds(Number(read.value), locale.timeZone) : ''
  }
  const isWrong = typed !== null && typed.trim() !== '' && momentOf(typed) === ''
  return (
    <InputGroup
      id={id}
      fill
      autoComplete="off"
      aria-label={label}
      value={typed ?? moment}
      placeholder="yyyy-mm-dd hh:MM:ss"
      aria-invalid={isWrong || undefined}
      intent={isWrong ? 'danger' : 'none'}
      title={isWrong ? 'yyyy-mm-dd hh:MM:ss' : undefined}
      onChange={(event) => {
        setTyped(event.target.value)
        onMoment(momentOf(event.target.value))
      }}
      onBlur={() => setTyped(isWrong ? typed : null)}
    />
  )
}
