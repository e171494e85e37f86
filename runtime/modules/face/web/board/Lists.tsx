/** Alarms of the year by building and level, and the newest ones that are not closed. */
import { formatDecimal, useLanguage } from 'tablewright/web'
import type { Filter } from 'tablewright/protocol'
import type { Board } from '../../shared/dashboard.ts'
import { useT } from '../texts.ts'
import { addressOf } from './Figures.tsx'

interface Bar {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly href: string | null
  readonly tone?: string
}

function Bars({ bars, empty }: { readonly bars: readonly Bar[]; readonly empty: string }) {
  const language = useLanguage()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  if (bars.every(({ count }) => count === 0)) return <p className="face-note">{empty}</p>
  return (
    <ul className="face-bars">
      {bars.map(({ key, label, count, href, tone }) => {
        const content = (
          <>
            <span className="face-bar-label">{label}</span>
            <span className="face-bar-track" aria-hidden>
              <i data-tone={tone} style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="face-bar-value">{formatDecimal(String(count), 0, language)}</span>
          </>
        )
        return <li key={key}>{href === null ? <span>{content}</span> : <a href={href}>{content}</a>}</li>
      })}
    </ul>
  )
}

type Part = Pick<Board, 'tiles' | 'year' | 'buildings' | 'levels' | 'alarms'>

const is = (field: string, value: string | number): readonly Filter[] => [{ field, operator: 'eq', val: String(value) }]

export function Buildings({ board }: { readonly board: Part }) {
  const t = useT()
  return (
    <section className="face-card" aria-labelledby="face-buildings">
      <h2 id="face-buildings">{t('by-building', { year: board.year })}</h2>
      <Bars
        empty={t('empty')}
        bars={board.buildings.map(({ building, alarms }) => ({
          key: building ?? '',
          label: building ?? t('others'),
          count: alarms,
          href: building === null ? null : addressOf(board, 'alarmsYear', is('building', building)),
        }))}
      />
    </section>
  )
}

const levelTones: Readonly<Record<number, string>> = { 2: 'warning', 3: 'danger' }

export function Levels({ board }: { readonly board: Part }) {
  const t = useT()
  return (
    <section className="face-card" aria-labelledby="face-levels">
      <h2 id="face-levels">{t('by-level', { year: board.year })}</h2>
      <Bars
        empty={t('empty')}
        bars={board.levels.map(({ level, alarms }) => ({
          key: String(level),
          label: t(`level.${level as 1 | 2 | 3}`),
          count: alarms,
          href: addressOf(board, 'alarmsYear', is('level', level)),
          ...(levelTones[level] !== undefined && { tone: levelTones[level] }),
        }))}
      />
    </section>
  )
}

export function LatestAlarms({ alarms }: { readonly alarms: NonNullable<Board['alarms']> }) {
  const t = useT()
  return (
    <section className="face-card face-latest" aria-labelledby="face-latest">
      <h2 id="face-latest">{t('latest-alarms')}</h2>
      {alarms.length === 0 ? (
        <p className="face-note">{t('no-alarms')}</p>
      ) : (
        <ul>
          {alarms.map(({ id, level, status, building, floor, occurred_at }) => (
            <li key={id}>
              <a href={`#/admin/face/fireAlarm?edit=${id}`} data-open={status === 0 || undefined}>
                <span className="face-level" data-tone={levelTones[level]}>
                  {t(`level.${level as 1 | 2 | 3}`)}
                </span>
                <span className="face-place">{[building, floor].filter(Boolean).join(' · ')}</span>
                <span className="face-status">{t(`status.${status as 0 | 1}`)}</span>
                <time>{occurred_at.slice(5, 16)}</time>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
