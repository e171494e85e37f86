/** The texts of the member: state, figures, sales, and the next step of each. */
import { Button, Tag } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, Chart, errorText, notify, useStaleWhileRevalidate } from 'tablewright/web'
import type { AnswerOf } from 'tablewright/protocol'
import {
  deleteText,
  ownTexts,
  submitText,
  takeTextOffline,
  textStatistics,
  withdrawText,
} from '../../shared/site/user-routes.ts'
import { PagedList, pageSize } from './PagedList.tsx'
import { useT } from './texts.ts'

type OwnText = AnswerOf<NonNullable<typeof ownTexts.answer>>['list'][number]

export function OwnTexts() {
  const t = useT()
  return (
    <PagedList
      name="own texts"
      title={t('texts')}
      empty={t('texts-empty')}
      load={(page) => callRoute(ownTexts, { page, limit: pageSize }, { quiet: true })}
      side={
        <a className="bp6-button bp6-intent-primary" href="#/user/cms/contribute">
          {t('new-text')}
        </a>
      }
    >
      {(text, reload) => <OwnTextRow key={text.id} text={text} reload={reload} />}
    </PagedList>
  )
}

const tones = {
  draft: 'none',
  review: 'warning',
  refused: 'danger',
  offline: 'none',
  scheduled: 'primary',
  expired: 'none',
  hidden: 'warning',
  live: 'success',
} as const

function OwnTextRow({ text, reload }: { readonly text: OwnText; readonly reload: () => void }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { id, title, shown, memo, sales, earned, currency } = text
  return (
    <li>
      <div className="cms-row">
        <a className="cms-title" href={`#/user/cms/edit/${id}`}>
          {title}
        </a>
        <span className="cms-state">
          <Tag minimal intent={tones[shown]}>
            {t(`shown-${shown}`)}
          </Tag>
          {text.waiting && (
            <Tag minimal intent="warning">
              {t('waiting')}
            </Tag>
          )}
        </span>
      </div>
      {memo !== '' && <p className="cms-memo">{t('reason', { reason: memo })}</p>}
      <p className="tw-muted">
        {text.channel} · {t('figures', { views: text.views, comments: text.comments, likes: text.likes })}
        {sales > 0 && ` · ${t('sold', { count: sales })}`}
        {earned !== '0' &&
          ` · ${t('earned', { amount: t(currency === 'integral' ? 'points' : 'yuan', { amount: earned }) })}`}
      </p>
      <p className="cms-steps">
        <Steps text={text} reload={reload} />
        <Button size="small" text={t('statistics')} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </p>
      {isOpen && <Statistics id={id} />}
    </li>
  )
}

/** The next steps of the author. */
function Steps({ text, reload }: { readonly text: OwnText; readonly reload: () => void }) {
  const t = useT()
  const { id, title, status } = text
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
      reload()
    } catch (error) {
      notify({ tone: 'danger', text: errorText(error) })
    }
  }
  const withdraw = (): Promise<void> =>
    run(async () => {
      await callRoute(withdrawText, { id }, { quiet: true })
      const undo = () => void run(() => callRoute(submitText, { id }, { quiet: true }))
      notify({ tone: 'success', text: t('withdrawn'), action: { text: t('undo'), run: undo } })
    })
  return (
    <>
      <a className="bp6-button bp6-small" href={`#/user/cms/edit/${id}`}>
        {t('edit')}
      </a>
      {status === 'normal' && (
        <a className="bp6-button bp6-small" href={`#/cms/info/${id}`}>
          {t('read')}
        </a>
      )}
      {(status === 'offline' || status === 'refused') && (
        <Button
          size="small"
          text={t('submit')}
          onClick={() => void run(() => callRoute(submitText, { id }, { quiet: true }))}
        />
      )}
      {status === 'unaudited' && <Button size="small" text={t('withdraw')} onClick={() => void withdraw()} />}
      {status === 'normal' && (
        <Button
          size="small"
          text={t('offline')}
          onClick={() => {
            if (confirm(t('offline-sure', { title })))
              void run(() => callRoute(takeTextOffline, { id }, { quiet: true }))
          }}
        />
      )}
      {(status === 'offline' || status === 'refused') && (
        <Button
          size="small"
          text={t('remove')}
          onClick={() => {
            if (confirm(t('remove-sure', { title }))) void run(() => callRoute(deleteText, { id }, { quiet: true }))
          }}
        />
      )}
    </>
  )
}

function Statistics({ id }: { readonly id: number }) {
  const t = useT()
  const { value, error, retry } = useStaleWhileRevalidate(`statistics ${id}`, () =>
    callRoute(textStatistics, { id }, { quiet: true }),
  )
  const data = value && {
    categories: value.days.map(({ day }) => day.slice(5)),
    series: [
      { name: t('chart-views'), values: value.days.map(({ views }) => String(views)) },
      { name: t('chart-sales'), values: value.days.map(({ sales }) => String(sales)) },
    ],
  }
  return (
    <Chart kind="line" title={t('chart-days')} category={t('chart-days')} data={data} error={error} retry={retry} />
  )
}
