import { Button, Callout, InputGroup, Tag } from '@blueprintjs/core'
import { useId, useState, type FormEvent } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { ApiError, callRoute, errorText, notify, postData, SubmitButton, useCan, useSite } from 'tablewright/web'
import { testProvider, type ProviderState } from '../../shared/providers.ts'
import type { FieldProps } from './field-props.ts'
import { KeyField } from './KeyField.tsx'
import { useT, type TextKey } from './texts.ts'

type Provider = ProviderState['providers'][number]

/** Settings in the order of the form, with the kind of key that they hold. */
const fields = {
  wx: {
    pay_wx_appid: null,
    pay_wx_mchid: null,
    pay_wx_certificate: 'certificate',
    pay_wx_key_secret: 'private',
    pay_wx_v3_secret: 'secret',
    pay_wx_public_id: null,
    pay_wx_public_key: 'public',
    pay_wx_endpoint: null,
  },
  alipay: {
    pay_alipay_appid: null,
    pay_alipay_seller: null,
    pay_alipay_key_secret: 'private',
    pay_alipay_public_key: 'public',
    pay_alipay_endpoint: null,
  },
} as const

interface ProviderFormProps {
  readonly provider: Provider
  readonly state: ProviderState
  readonly onSaved: () => void
}

/** One provider: what it is called there, what is stored, and a test of it. */
export function ProviderForm({ provider, state, onSaved }: ProviderFormProps) {
  const t = useT()
  const heading = useId()
  const { type, values: storedValues, stored: secrets } = provider
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const names = Object.entries(fields[type])
  const label = (name: string): string => (name === 'site_url' ? t('site-url') : isText(name) ? t(name) : name)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setErrors({})
    try {
      await postData('/admin/routine.Config/edit', drafts, { notifySuccess: true })
      setDrafts({})
      onSaved()
    } catch (error) {
      setErrors((error instanceof ApiError ? error.refusal?.errors : undefined) ?? {})
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="tw-card providers-card" aria-labelledby={heading}>
      <h2 id={heading}>
        {t(`type-${type}`)}{' '}
        {provider.complete ? (
          <Tag minimal intent="success">
            {t('complete')}
          </Tag>
        ) : (
          <span className="tw-muted">{t('missing', { names: provider.missing.map(label).join(', ') })}</span>
        )}
      </h2>
      <form className="providers-form" noValidate onSubmit={(event) => void submit(event)}>
        {names.map(([name, kind]) => {
          const props = {
            label: label(name),
            note: isText(`called-${name}`) ? t(`called-${name}` as TextKey) : '',
            value: drafts[name] ?? storedValues[name] ?? '',
            placeholder: secrets.includes(name) ? t('stored') : '',
            problem: errors[name] ?? null,
            isDisabled: !state.editable,
            onChange: (value: string) => setDrafts({ ...drafts, [name]: value }),
          }
          return kind === null || kind === 'secret' ? (
            <PlainField key={name} {...props} isSecret={kind === 'secret'} />
          ) : (
            <KeyField
              key={name}
              {...props}
              kind={kind}
              facts={provider.keys[name] ?? null}
              isChanged={drafts[name] !== undefined}
              now={state.now}
            />
          )
        })}
        <Notify address={provider.notify} />
        {type === 'wx' && <Certificates state={state} />}
        <div className="providers-row">
          {state.editable && (
            <SubmitButton isBusy={isBusy} disabled={Object.keys(drafts).length === 0} text={t('save')} />
          )}
          <Test type={type} isDisabled={Object.keys(drafts).length > 0} onDone={onSaved} />
        </div>
      </form>
    </section>
  )
}

const textNames: readonly string[] = [...Object.keys(fields.wx), ...Object.keys(fields.alipay)].flatMap((name) => [
  name,
  `called-${name}`,
])

const isText = (name: string): name is TextKey => textNames.includes(name)

function PlainField(props: FieldProps & { readonly isSecret: boolean }) {
  const { label, note, value, placeholder, problem, isDisabled, isSecret, onChange } = props
  const id = useId()
  return (
    <div className="providers-field">
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        value={value}
        placeholder={placeholder}
        disabled={isDisabled}
        intent={problem ? 'danger' : 'none'}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-note`} className="tw-muted" data-wrong={problem !== null || undefined}>
        {problem ?? note}
      </p>
    </div>
  )
}

function Notify({ address }: { readonly address: string }) {
  const t = useT()
  const id = useId()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address)
      notify({ tone: 'success', text: t('copied') })
    } catch {
      notify({ tone: 'danger', text: t('copy-failed') })
    }
  }
  return (
    <div className="providers-field">
      <label htmlFor={id}>{t('notify')}</label>
      <InputGroup
        id={id}
        readOnly
        value={address}
        rightElement={<Button variant="minimal" text={t('copy')} onClick={() => void copy()} />}
      />
    </div>
  )
}

function Certificates({ state: { certificates } }: { readonly state: ProviderState }) {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <div className="providers-field">
      <h3>{t('certificates')}</h3>
      {certificates.length === 0 && <p className="tw-muted">{t('certificates-none')}</p>}
      {certificates.length > 0 && (
        <ul>
          {certificates.map(({ serial, expires }) => (
            <li key={serial}>
              <code>{serial}</code> {t('expires', { value: formatSeconds(expires, timeZone) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface TestProps {
  readonly type: Provider['type']
  /** There are unsaved settings, which would not be tested. */
  readonly isDisabled: boolean
  readonly onDone: () => void
}

function Test({ type, isDisabled, onDone }: TestProps) {
  const t = useT()
  const mayTest = useCan()('pay/provider', 'test')
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<readonly string[] | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const { signature, answer } = await callRoute(testProvider, { type }, { quiet: true })
      setResult([
        ...(signature === null ? [] : [t('test-signature', { problem: signature })]),
        ...(answer === null ? [] : [t('test-answer', { problem: answer })]),
      ])
      onDone()
    } catch (error) {
      setResult([errorText(error)])
    } finally {
      setBusy(false)
    }
  }
  if (!mayTest) return null
  return (
    <>
      <Button
        text={t('test')}
        disabled={isDisabled}
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) void run()
        }}
      />
      <div role="status" className="providers-result">
        {result && (
          <Callout compact intent={result.length === 0 ? 'success' : 'danger'}>
            {result.length === 0 ? t('test-ok') : result.join(' ')}
          </Callout>
        )}
      </div>
    </>
  )
}
