/** The figures of fire safety: on the wall, and as a page of the administration. */
import { useState, type ReactNode } from 'react'
import { formatDecimal, isAdminSignedIn, useLanguage } from 'tablewright/web'
import type { Board as Figures } from '../../shared/dashboard.ts'
import { useT } from '../texts.ts'
import './board.css'
import { AlarmsChart, BudgetChart, WorkChart } from './Charts.tsx'
import { Age, Clock } from './Clock.tsx'
import { addressOf, Figure, tileOf } from './Figures.tsx'
import { Buildings, LatestAlarms, Levels } from './Lists.tsx'
import { useBoard } from './use-board.ts'

interface BoardProps {
  /** Buttons of the page it is shown on. */
  readonly controls: ReactNode
}

export function Board({ controls }: BoardProps) {
  const t = useT()
  const [year, setYear] = useState<number | null>(null)
  const [isByYear, setIsByYear] = useState(false)
  const { board, isClosed, hasFailed, isLive, load } = useBoard(year)
  return (
    <div className="face-board">
      <div className="face-inner">
        <header className="face-head">
          <div className="face-head-side">
            {board && (
              <>
                <Clock now={board.now} as_of={board.as_of} />
                <Age now={board.now} hasFailed={hasFailed} isLive={isLive} />
              </>
            )}
          </div>
          <h1>{t('title')}</h1>
          <div className="face-head-side" data-end>
            {board && (
              <>
                <YearChoice year={board.year} onChange={setYear} />
                <button
                  type="button"
                  className="face-button"
                  aria-pressed={isByYear}
                  onClick={() => setIsByYear(!isByYear)}
                >
                  {t(isByYear ? 'show-months' : 'show-years')}
                </button>
              </>
            )}
            {controls}
          </div>
        </header>
        {board ? (
          <Content board={board} isByYear={isByYear} />
        ) : isClosed ? (
          <Closed />
        ) : (
          <div className="face-closed" role="status" aria-busy={!hasFailed}>
            <p>{t(hasFailed ? 'failed' : 'loading')}</p>
            {hasFailed && (
              <button type="button" className="face-button" onClick={load}>
                {t('retry')}
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

interface YearChoiceProps {
  readonly year: number
  readonly onChange: (year: number) => void
}

function YearChoice({ year, onChange }: YearChoiceProps) {
  const t = useT()
  return (
    <span className="face-years" role="group" aria-label={t('year')}>
      <button
        type="button"
        className="face-button"
        aria-label={t('year.before')}
        disabled={year <= 2000}
        onClick={() => onChange(year - 1)}
      >
        ‹
      </button>
      <b aria-live="polite">{year}</b>
      <button
        type="button"
        className="face-button"
        aria-label={t('year.next')}
        disabled={year >= 2100}
        onClick={() => onChange(year + 1)}
      >
        ›
      </button>
    </span>
  )
}

function Closed() {
  const t = useT()
  const isStaff = isAdminSignedIn()
  return (
    <div className="face-closed" role="status">
      <h2>{t('closed')}</h2>
      <p>{t(isStaff ? 'closed.staff' : 'closed.others')}</p>
      {!isStaff && (
        <a className="face-button" href="#/admin/login?redirect=/faceid">
          {t('sign-in')}
        </a>
      )}
    </div>
  )
}

function Content({ board, isByYear }: { readonly board: Figures; readonly isByYear: boolean }) {
  const t = useT()
  const periods = isByYear ? board.years : board.months
  const year = isByYear ? null : board.year
  return (
    <div className="face-grid">
      <div className="face-column">
        <section className="face-card face-alarms" aria-labelledby="face-alarms">
          <h2 id="face-alarms">{t('alarms')}</h2>
          <div className="face-figures" data-columns="2">
            <Figure board={board} name="alarmsOpen" tone="danger" isLarge />
            <Figure board={board} name="alarmsHandling" tone="warning" isLarge />
          </div>
          <div className="face-figures" data-columns="3">
            <Figure board={board} name="alarmsMonth" />
            <Figure board={board} name="alarmsYear" />
            <Figure board={board} name="falseAlarms" />
          </div>
        </section>
        {board.alarms && <LatestAlarms alarms={board.alarms} />}
        <Buildings board={board} />
        <Levels board={board} />
      </div>
      <div className="face-column" data-wide>
        <div className="face-headline">
          <Response board={board} />
          <Rectification board={board} />
        </div>
        <div className="face-card face-chart">
          <AlarmsChart periods={periods} year={year} />
        </div>
        <div className="face-card face-chart">
          <WorkChart periods={periods} year={year} />
        </div>
      </div>
      <div className="face-column">
        <section className="face-card" aria-labelledby="face-devices">
          <h2 id="face-devices">{t('devices')}</h2>
          <div className="face-figures" data-columns="3">
            <Figure board={board} name="devices" />
            <Figure board={board} name="devicesNormal" />
            <Figure board={board} name="devicesAlarm" tone="danger" />
            <Figure board={board} name="devicesFault" tone="warning" />
            <Figure board={board} name="devicesOffline" tone="warning" />
            <Figure board={board} name="devicesShielded" />
          </div>
        </section>
        <section className="face-card" aria-labelledby="face-work">
          <h2 id="face-work">{t('work')}</h2>
          <div className="face-figures" data-columns="3">
            <Figure board={board} name="hazardsOpen" />
            <Figure board={board} name="hazardsOverdue" tone="danger" />
            <Figure board={board} name="inspectionsOverdue" tone="warning" />
          </div>
          <div className="face-figures" data-columns="2">
            <Figure board={board} name="inspectionsYear" />
            <Figure board={board} name="inspectionsProblems" tone="warning" />
          </div>
        </section>
        <div className="face-card face-chart">
          <BudgetTotals board={board} />
          <BudgetChart periods={periods} year={year} />
        </div>
      </div>
    </div>
  )
}

/** A figure that is no count, above those it is made of. */
function Headline({
  label,
  value,
  note,
}: {
  readonly label: string
  readonly value: string
  readonly note: ReactNode
}) {
  return (
    <section className="face-card">
      <h2>{label}</h2>
      <p className="face-headline-value">{value}</p>
      <p className="face-note">{note}</p>
    </section>
  )
}

function Response({ board }: { readonly board: Figures }) {
  const t = useT()
  const language = useLanguage()
  const { response_seconds } = board
  if (response_seconds === null) return <Headline label={t('response')} value="–" note={t('no-response')} />
  const whole = Math.round(response_seconds)
  const value =
    whole < 60
      ? t('seconds', { seconds: formatDecimal(String(response_seconds), 0, language) })
      : t('minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 })
  return <Headline label={t('response')} value={value} note={<Linked board={board} names={['alarmsConfirmed']} />} />
}

function Rectification({ board }: { readonly board: Figures }) {
  const t = useT()
  const { rectification } = board
  if (rectification === null) return <Headline label={t('rectification')} value="–" note={t('no-rectification')} />
  return (
    <Headline
      label={t('rectification')}
      value={`${rectification}%`}
      note={<Linked board={board} names={['hazardsInTime', 'hazardsDue']} />}
    />
  )
}

/** "In time 45 / due so far 50", each of which opens its list. */
function Linked({
  board,
  names,
}: {
  readonly board: Figures
  readonly names: readonly Parameters<typeof tileOf>[1][]
}) {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      {names.map((name, index) => {
        const href = addressOf(board, name)
        const count = formatDecimal(String(tileOf(board, name).count), 0, language)
        const text = `${t(`tile.${name}`, { year: board.year })} ${count}`
        return (
          <span key={name}>
            {index > 0 && ' / '}
            {href === null ? text : <a href={href}>{text}</a>}
          </span>
        )
      })}
    </>
  )
}

function BudgetTotals({ board }: { readonly board: Figures }) {
  const t = useT()
  const language = useLanguage()
  const { planned_wan, spent_wan } = board.budget
  return (
    <p className="face-budget">
      {t('planned')} <b>{formatDecimal(planned_wan, 2, language)}</b> · {t('spent')}{' '}
      <b>{formatDecimal(spent_wan, 2, language)}</b> {t('wan')}
    </p>
  )
}
