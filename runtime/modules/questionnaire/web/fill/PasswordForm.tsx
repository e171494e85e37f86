/** Exchanges the password of a questionnaire for a pass. */
import { useState } from 'react'
import { unlock } from '../../shared/routes.ts'
import { call, CallError } from './calls.ts'
import { t } from './texts.ts'

export function PasswordForm({ link, onPass }: { readonly link: string; readonly onPass: (pass: string) => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      onPass((await call(unlock, { link, password })).pass)
    } catch (error) {
      const data = error instanceof CallError ? error.data : null
      setProblem(data?.errors?.['password'] ?? ((error as Error).message || t('failed')))
    }
    setBusy(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label htmlFor="password">{t('password')}</label>
      <input
        id="password"
        className="q-input"
        type="password"
        autoComplete="off"
        maxLength={64}
        value={password}
        aria-invalid={problem !== ''}
        aria-describedby="password-problem"
        onChange={(event) => setPassword(event.target.value)}
      />
      <p id="password-problem" className="q-problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="q-button" disabled={isBusy || password === ''}>
        {t('open')}
      </button>
    </form>
  )
}
