/** The first page of the member centre: what one has, the last days, and the check-in of today. */
import { useSnapshot } from 'valtio'
import { Chart, getData, member, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { useState } from 'react'
import { reloadMember } from '../centre.ts'
import { useT } from '../texts.ts'
import { Avatar } from './Avatar.tsx'
import { CheckIn } from './CheckIn.tsx'

interface OverviewData {
  readonly days: readonly string[]
  /** Changes by day. */
  readonly score: readonly number[]
  /** Changes by day, as decimals. */
  readonly money: readonly string[]
  readonly streak: number
}

export function Overview() {
  const t = useT()
  const language = useLanguage()
  const { nickname, money, score, last_login_time: lastLogin } = useSnapshot(member)
  const [turn, setTurn] = useState(0)
  const { value, error, retry } = useStaleWhileRevalidate(`overview ${language} ${turn}`, async () => {
    await reloadMember()
    return getData<OverviewData>('/api/account/overview', '', { quiet: true })
  })
  const charts = (['money', 'score'] as const).map((asset) => (
    <div key={asset} className="tw-card">
      <Chart
        kind="bar"
        title={t(`${asset}-days`)}
        data={value && { categories: value.days, series: [{ name: t(asset), values: value[asset].map(String) }] }}
        error={error}
        retry={retry}
        category={t('day')}
        empty={t(`${asset}-empty`)}
        formatCategory={(day) => day.slice(5)}
      />
    </div>
  ))
  return (
    <>
      <header className="member-hello">
        <Avatar size={56} />
        <div>
          <h1>{t('hello', { name: nickname })}</h1>
          {lastLogin !== '' && <p className="tw-muted">{t('last-login', { time: lastLogin })}</p>}
        </div>
      </header>
      <dl className="member-figures">
        <div className="tw-card">
          <dt>{t('money')}</dt>
          <dd>{money}</dd>
        </div>
        <div className="tw-card">
          <dt>{t('score')}</dt>
          <dd>{score}</dd>
        </div>
        <div className="tw-card">
          <dt>{t('streak')}</dt>
          <dd>{value ? t('days', { count: value.streak }) : '–'}</dd>
        </div>
      </dl>
      <div className="member-columns">
        <CheckIn onDone={() => setTurn(turn + 1)} />
        <div className="member-stack">{charts}</div>
      </div>
    </>
  )
}
