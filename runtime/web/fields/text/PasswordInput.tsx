import { Button, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { useState } from 'react'
import { controlProps, type InputProps } from '../input-props.ts'

/** A stored password is never shown: an empty input of an existing record leaves it unchanged. */
export function PasswordInput(props: InputProps) {
  const [isShown, setIsShown] = useState(false)
  const { locale, record } = props
  return (
    <InputGroup
      {...controlProps(props)}
      fill
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      value={typeof props.value === 'string' ? props.value : ''}
      placeholder={record.id === null ? undefined : locale.t('password-unchanged')}
      intent={props.invalid ? 'danger' : 'none'}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
      rightElement={
        <Button
          variant="minimal"
          icon={isShown ? <EyeOff /> : <EyeOpen />}
          aria-pressed={isShown}
          aria-label={locale.t('show-password')}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  )
}
