/** The two inputs of the sign-in form: label above, error below and linked to the input. */
import { Button, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { useId, useState, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import { useT } from '../../core/i18n/shell-texts.ts'

export interface SignInInputProps {
  readonly name: string
  readonly label: string
  readonly value: string
  /** Error message, or null. */
  readonly problem: ReactNode
  readonly autoComplete: string
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly hasFocusFirst?: boolean
}

export function TextInput(props: SignInInputProps) {
  return <LabelledInput {...props} type="text" />
}

export function PasswordInput(props: SignInInputProps) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const noteCapsLock = (event: KeyboardEvent | MouseEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  const toggle = (
    <Button
      variant="minimal"
      icon={isShown ? <EyeOff /> : <EyeOpen />}
      aria-label={t(isShown ? 'signIn.hidePassword' : 'signIn.showPassword')}
      title={t(isShown ? 'signIn.hidePassword' : 'signIn.showPassword')}
      onClick={() => setShown(!isShown)}
    />
  )
  return (
    <LabelledInput
      {...props}
      type={isShown ? 'text' : 'password'}
      hint={hasCapsLock ? t('signIn.capsLock') : null}
      side={toggle}
      noteKeys={noteCapsLock}
    />
  )
}

interface LabelledInputProps extends SignInInputProps {
  readonly type: 'text' | 'password'
  readonly hint?: string | null
  readonly side?: ReactElement
  readonly noteKeys?: (event: KeyboardEvent | MouseEvent) => void
}

function LabelledInput({
  name,
  label,
  value,
  problem,
  autoComplete,
  onChange,
  onLeave,
  hasFocusFirst,
  type,
  hint,
  side,
  noteKeys,
}: LabelledInputProps) {
  const id = useId()
  const isWrong = problem !== null
  return (
    <div className="tw-field">
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        name={name}
        type={type}
        size="large"
        fill
        value={value}
        autoComplete={autoComplete}
        autoFocus={hasFocusFirst}
        rightElement={side}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        intent={isWrong ? 'danger' : 'none'}
        aria-invalid={isWrong}
        aria-describedby={`${id}-problem ${id}-hint`}
        onValueChange={onChange}
        onBlur={onLeave}
        onKeyDown={noteKeys}
        onKeyUp={noteKeys}
        onMouseDown={noteKeys}
      />
      <div id={`${id}-problem`} className="tw-field-problem" aria-live="polite">
        {problem}
      </div>
      <div id={`${id}-hint`} className="tw-field-hint" aria-live="polite">
        {hint}
      </div>
    </div>
  )
}
