/** The check-in of today with a calendar of the month. */
import { Button, Callout } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { errorText, getData, postData, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { useT } from '../texts.ts'

interface CheckIns {
  readonly checked: boolean
  readonly streak: number
  readonly next_score: number
  readonly today: string
  readonly days: readonly string[]
}

const locales = { 'zh-cn': 'zh-CN', en: 'en-GB' } as const

export function CheckIn({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const heading = useId()
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const { value, error, retry } = useStaleWhileRevalidate(`check-in ${language}`, () =>
    getData<CheckIns>('/api/user/checkIn', '', { quiet: true }),
  )
  const checkIn = async (): Promise<void> => {
    setBusy(true)
    try {
      await postData('/api/user/checkIn', {}, { notifySuccess: true })
      onDone()
    } catch {
      // The call has shown its error; the state below is what the server has.
    } finally {
      setBusy(false)
      retry()
    }
  }
  return (
    <section className="tw-card" aria-labelledby={heading}>
      <h2 id={heading}>{t('check-in')}</h2>
      {error !== null && value === null && (
        <Callout compact intent="danger">
          {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
        </Callout>
      )}
      {value && (
        <>
          {value.checked ? (
            <p className="member-checked">
              <Tick /> {t('checked')}
              <span className="tw-muted">{t('checked-next', { score: value.next_score })}</span>
            </p>
          ) : (
            <Button
              intent="primary"
              size="large"
              fill
              loading={isBusy}
              text={t('check-in-now', { score: value.next_score })}
              onClick={() => void checkIn()}
            />
          )}
          <Month {...value} locale={locales[language]} />
        </>
      )}
    </section>
  )
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

function daysInMonth(day: string): number {
  const date = dateOf(`${day.slice(0, 8)}28`)
  while (date.toISOString().slice(0, 7) === day.slice(0, 7)) date.setUTCDate(date.getUTCDate() + 1)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.getUTCDate()
}

function Month({ today, days, locale }: Pick<CheckIns, 'today' | 'days'> & { readonly locale: string }) {
  const t = useT()
  const first = dateOf(`${today.slice(0, 8)}01`)
  const count = daysInMonth(today)
  // Weeks begin on Monday.
  const offset = (first.getUTCDay() + 6) % 7
  const name = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(first)
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' })
  const all = Array.from({ length: count }, (_, index) => `${today.slice(0, 8)}${String(index + 1).padStart(2, '0')}`)
  return (
    <>
      <h3 className="member-month">{name}</h3>
      <div className="member-week" aria-hidden="true">
        {/* 1 January 2024 was a Monday. */}
        {Array.from({ length: 7 }, (_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a weekday is its number
          <span key={index}>{weekday.format(dateOf(`2024-01-0${index + 1}`))}</span>
        ))}
      </div>
      <ol className="member-days" aria-label={name}>
        {all.map((day, index) => {
          const number = index + 1
          const isChecked = days.includes(day)
          return (
            <li
              key={day}
              style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
              className={isChecked ? 'member-day-checked' : undefined}
              aria-current={day === today ? 'date' : undefined}
            >
              <span aria-hidden="true">{number}</span>
              <span className="tw-visually-hidden">{isChecked ? t('checked-day', { day: number }) : number}</span>
            </li>
          )
        })}
      </ol>
    </>
  )
}
