/** A new contribution: first its channel, then the form with what that channel takes. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { contributeChannels } from '../../shared/site/user-routes.ts'
import { ContributionForm, emptyContribution } from './ContributionForm.tsx'
import './member.css'
import { useT } from './texts.ts'

export type OpenChannel = AnswerOf<NonNullable<typeof contributeChannels.answer>>['list'][number]

export function Contribute() {
  const t = useT()
  useTitle(t('contribute'))
  const [channel, setChannel] = useState<OpenChannel | null>(null)
  const { value, error, retry } = useStaleWhileRevalidate('contribute', () =>
    callRoute(contributeChannels, null, { quiet: true }),
  )
  if (!value)
    return error === null ? (
      <Spinner aria-label={t('loading')} />
    ) : (
      <Callout compact intent="danger" role="alert">
        {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
      </Callout>
    )
  if (channel)
    return (
      <>
        <div className="cms-head">
          <h1>{t('contribute')}</h1>
          <span>
            {channel.name} <Button variant="minimal" size="small" text={t('change')} onClick={() => setChannel(null)} />
          </span>
        </div>
        <ContributionForm
          id={null}
          model={channel.model}
          values={{ ...emptyContribution, channel_id: channel.id }}
          status="offline"
          version={0}
          agreement={value.agreement}
          onSaved={(id) => location.replace(`#/user/cms/edit/${id}`)}
        />
      </>
    )
  return (
    <>
      <h1>{t('choose-channel')}</h1>
      <p className="tw-muted">{value.list.length === 0 ? t('channels-none') : t('choose-help')}</p>
      <ul className="cms-channels">
        {value.list.map((open) => (
          <li key={open.id}>
            <button type="button" className="tw-card" onClick={() => setChannel(open)}>
              <strong>{open.name}</strong>
              {open.description !== '' && <span className="tw-muted">{open.description}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
