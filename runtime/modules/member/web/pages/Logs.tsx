/** Changes of balance and score, newest first. */
import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { errorText, getData, PageSteps, useLanguage, useSite, useStaleWhileRevalidate } from 'tablewright/web'
import { useT } from '../texts.ts'

interface LogRow {
  readonly id: number
  readonly money?: string
  readonly score?: number
  readonly after: string | number
  readonly memo: string
  readonly create_time: number
}

const pageSize = 10

export const MoneyLog = () => <Log asset="money" path="balance" />
export const ScoreLog = () => <Log asset="score" path="integral" />

function Log({ asset, path }: { readonly asset: 'money' | 'score'; readonly path: string }) {
  const t = useT()
  const language = useLanguage()
  const { timeZone } = useSite()
  const [page, setPage] = useState(1)
  const { value, error, retry } = useStaleWhileRevalidate(`${asset} ${page} ${language}`, () =>
    getData<{ list: readonly LogRow[]; total: number }>(`/api/account/${path}`, `page=${page}&limit=${pageSize}`, {
      quiet: true,
    }),
  )
  const pages = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))
  return (
    <>
      <h1>{t(`${asset}-log`)}</h1>
      {error !== null && (
        <Callout compact intent="danger">
          {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
        </Callout>
      )}
      {value?.total === 0 && <p className="tw-card tw-muted">{t('log-empty')}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card member-log">
          {value.list.map((row) => {
            const change = String(row[asset] ?? '')
            return (
              <li key={row.id}>
                <span className="member-log-memo">{row.memo}</span>
                <span className={change.startsWith('-') ? 'member-log-less' : 'member-log-more'}>
                  {change.startsWith('-') ? change : `+${change}`}
                </span>
                <time className="tw-muted">{formatSeconds(row.create_time, timeZone)}</time>
                <span className="tw-muted">{t('log-after', { value: row.after })}</span>
              </li>
            )
          })}
        </ul>
      )}
      <PageSteps page={page} pages={pages} go={setPage} />
    </>
  )
}
