/** The input for a code of the authenticator app. A recovery code is accepted in it as well. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { TextField, type FieldProps } from '../fields.tsx'
import { useT } from '../texts.ts'

/** Phones suggest the code and show digits; for a recovery code, which has letters, a button brings all keys. */
export function CodeField(props: FieldProps) {
  const t = useT()
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div>
      <TextField
        {...props}
        label={t(isRecovery ? 'recovery-code' : 'totp_code')}
        hint={t(isRecovery ? 'recovery-hint' : 'code-hint')}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        className={isRecovery ? 'factor-code factor-code-recovery' : 'factor-code'}
      />
      <Button
        variant="minimal"
        size="small"
        className="factor-switch"
        text={t(isRecovery ? 'use-code' : 'use-recovery')}
        onClick={(event) => {
          setRecovery(!isRecovery)
          event.currentTarget.closest('form')?.querySelector<HTMLInputElement>(`[name=${props.name}]`)?.focus()
        }}
      />
    </div>
  )
}
