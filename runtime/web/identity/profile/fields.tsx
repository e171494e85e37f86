/** The inputs of the profile: label above, error and hint below and linked to the input. */
import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { useId, useState, type ReactElement } from 'react'
import type { Strength } from './strength.ts'
import { useT } from './texts.ts'

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'email' | 'tel' | 'password'
  readonly autoComplete?: string
  readonly isRequired?: boolean
  readonly hint?: string
  readonly inputMode?: 'text' | 'numeric'
  readonly hasFocusFirst?: boolean
  readonly className?: string
  readonly side?: ReactElement
  readonly after?: ReactElement | null
}

export function TextField({
  name,
  label,
  value,
  error,
  onChange,
  type = 'text',
  autoComplete = 'off',
  isRequired,
  hint,
  inputMode,
  hasFocusFirst,
  className,
  side,
  after,
}: FieldProps) {
  const id = useId()
  return (
    <div className={className === undefined ? 'tw-field' : `tw-field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        name={name}
        type={type}
        fill
        value={value}
        autoComplete={autoComplete}
        inputMode={inputMode}
        autoFocus={hasFocusFirst}
        required={isRequired}
        rightElement={side}
        intent={error === null ? 'none' : 'danger'}
        aria-invalid={error !== null}
        aria-describedby={`${id}-error ${id}-hint`}
        onValueChange={onChange}
      />
      {after}
      <div id={`${id}-error`} className="tw-field-problem" aria-live="polite">
        {error}
      </div>
      <div id={`${id}-hint`} className="tw-field-hint" aria-live="polite">
        {hint}
      </div>
    </div>
  )
}

export function PasswordField({ strength, ...props }: FieldProps & { readonly strength: Strength | null }) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const text = t(isShown ? 'hide-password' : 'show-password')
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete={props.autoComplete ?? 'new-password'}
      side={
        <Button
          variant="minimal"
          icon={isShown ? <EyeOff /> : <EyeOpen />}
          aria-label={text}
          title={text}
          onClick={() => setShown(!isShown)}
        />
      }
      after={strength && <div className="profile-strength" data-strength={strength} aria-hidden="true" />}
    />
  )
}

/** What the server refuses, announced to screen readers. @param text null = nothing */
export function FormRefusal({ text }: { readonly text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <Callout compact intent="danger">
          {text}
        </Callout>
      )}
    </div>
  )
}
