/** How the payment providers are set up: keys by their fingerprints, a test, and the addresses to copy. */
import { Button, Callout, HTMLSelect, Spinner, Tag } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { callRoute, errorText, postData, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { providerState, type ProviderState } from '../../shared/providers.ts'
import { ProviderForm } from './ProviderForm.tsx'
import './providers.css'
import { useT } from './texts.ts'

export function ProvidersPage() {
  const t = useT()
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`providers ${language}`, () =>
    callRoute(providerState, null, { quiet: true }),
  )
  return (
    <div className="providers-page">
      <h1>{t('heading')}</h1>
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)}
        </Callout>
      )}
      {!value && error === null && <Spinner />}
      {value && (
        <>
          <Callout compact intent="warning">
            {t('untested')}
          </Callout>
          <Mode key={value.mode} state={value} onSaved={retry} />
          {value.providers.map((provider) => (
            <ProviderForm key={provider.type} provider={provider} state={value} onSaved={retry} />
          ))}
          <Refused refused={value.refused} />
        </>
      )}
    </div>
  )
}

const modes = ['off', 'sandbox', 'live'] as const

function Mode({ state, onSaved }: { readonly state: ProviderState; readonly onSaved: () => void }) {
  const t = useT()
  const id = useId()
  const [mode, setMode] = useState(state.mode)
  const save = async (): Promise<void> => {
    await postData('/admin/routine.Config/edit', { pay_mode: mode }, { notifySuccess: true }).catch(() => undefined)
    onSaved()
  }
  return (
    <section className="tw-card providers-card" aria-label={t('mode-change')}>
      <p>
        {t('mode', { mode: t(`mode-${state.mode}`) })}{' '}
        {state.mode === 'sandbox' && <Tag intent="danger">{t('mode-sandbox')}</Tag>}
      </p>
      {state.mode === 'sandbox' && (
        <Callout compact intent="danger">
          {t('sandbox-warning')}
        </Callout>
      )}
      {state.editable ? (
        <div className="providers-row">
          <label htmlFor={id}>{t('mode-change')}</label>
          <HTMLSelect
            id={id}
            value={mode}
            options={modes.map((name) => ({ value: name, label: t(`mode-${name}`) }))}
            onChange={(event) => setMode(modes.find((name) => name === event.currentTarget.value) ?? 'off')}
          />
          <Button text={t('mode-save')} disabled={mode === state.mode} onClick={() => void save()} />
        </div>
      ) : (
        <p className="tw-muted">{t('super-only')}</p>
      )}
    </section>
  )
}

function Refused({ refused }: Pick<ProviderState, 'refused'>) {
  const t = useT()
  if (refused.length === 0) return null
  return (
    <section className="tw-card providers-card" aria-label={t('refused')}>
      <h2>{t('refused')}</h2>
      <ul>
        {refused.map(({ provider, reason, count }) => (
          <li key={`${provider} ${reason}`}>
            {t('refused-row', { provider: providerName(t, provider), reason: reasonName(t, reason), count })}
          </li>
        ))}
      </ul>
    </section>
  )
}

type T = ReturnType<typeof useT>

const providerName = (t: T, name: string): string =>
  name === 'wx' || name === 'alipay' || name === 'sandbox' ? t(`type-${name}`) : name

const reasons = ['size', 'headers', 'time', 'key', 'signature', 'content'] as const

function reasonName(t: T, name: string): string {
  const reason = reasons.find((candidate) => candidate === name)
  return reason ? t(`reason-${reason}`) : name
}
