import { TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { ApiError, callRoute, errorText, useSite } from 'tablewright/web'
import { inspectKey, type KeyFacts } from '../../shared/providers.ts'
import type { FieldProps } from './field-props.ts'
import { useT } from './texts.ts'

const warningSeconds = 30 * 86_400

interface KeyFieldProps extends FieldProps {
  readonly kind: KeyFacts['kind']
  /** The key that is stored; null = none that can be read. */
  readonly facts: KeyFacts | null
  readonly isChanged: boolean
  /** Time of the server. */
  readonly now: number
}

/** A key that is pasted: it is read before it is saved. A stored private key is shown by its fingerprint only. */
export function KeyField(props: KeyFieldProps) {
  const { label, note, value, placeholder, problem, isDisabled, kind, facts, isChanged, now, onChange } = props
  const id = useId()
  const [pasted, setPasted] = useState<KeyFacts | null>(null)
  const [refusal, setRefusal] = useState('')
  const inspect = async (secret: string): Promise<void> => {
    setPasted(null)
    setRefusal('')
    if (secret.trim() === '') return
    try {
      setPasted(await callRoute(inspectKey, { kind, secret }, { quiet: true }))
    } catch (error) {
      setRefusal((error instanceof ApiError ? error.refusal?.errors?.['secret'] : undefined) ?? errorText(error))
    }
  }
  const wrong = problem ?? refusal
  const current = isChanged && value !== '' ? pasted : facts
  return (
    <div className="providers-field">
      <label htmlFor={id}>{label}</label>
      <TextArea
        id={id}
        fill
        rows={3}
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        disabled={isDisabled}
        intent={wrong ? 'danger' : 'none'}
        aria-invalid={wrong !== '' || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          setPasted(null)
          setRefusal('')
        }}
        onBlur={(event) => {
          if (isChanged) void inspect(event.currentTarget.value)
        }}
      />
      <p
        id={`${id}-note`}
        className="tw-muted"
        data-wrong={wrong !== '' || undefined}
        role={wrong ? 'alert' : undefined}
      >
        {wrong || note}
      </p>
      {current && <Facts facts={current} now={now} />}
    </div>
  )
}

function Facts({
  facts: { fingerprint, serial, owner, expires },
  now,
}: {
  readonly facts: KeyFacts
  readonly now: number
}) {
  const t = useT()
  const { timeZone } = useSite()
  const left = expires === null ? null : expires - now
  const ending = left === null || left > warningSeconds ? 'expires' : left > 0 ? 'expires-soon' : 'expires-over'
  return (
    <ul className="providers-facts">
      <li>{t('fingerprint', { value: fingerprint })}</li>
      {serial !== null && <li>{t('serial', { value: serial })}</li>}
      {owner !== null && <li>{t('owner', { value: owner })}</li>}
      {expires !== null && (
        <li data-tone={ending === 'expires' ? undefined : 'danger'}>
          {t(ending, { value: formatSeconds(expires, timeZone) })}
        </li>
      )}
    </ul>
  )
}
