/** The input of a code, with the button that sends it to an address after a captcha. */
import { Button } from '@blueprintjs/core'
import { useEffect, useState, type ReactNode } from 'react'
import { CaptchaDialog, postData, TextInput, type SolvedCaptcha } from 'tablewright/web'
import { useT } from './sign-in/code-texts.ts'

export type Channel = 'email' | 'mobile'

interface CodeFieldProps {
  readonly field: {
    readonly name: string
    readonly value: string
    readonly problem: ReactNode
    readonly onChange: (value: string) => void
    readonly onLeave: () => void
  }
  readonly channel: Channel
  readonly to: string
  readonly event: string
  /** Sent along where the event requires the password. */
  readonly password?: string
  /** Shows what the server refuses. @returns false when it did */
  readonly send: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Seconds before a code can be sent again. */
const pause = 60

export function CodeField({ field, channel, to, event, password, send }: CodeFieldProps) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const [left, setLeft] = useState(0)
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const request = async (solved: SolvedCaptcha): Promise<void> => {
    setAsking(false)
    const [path, eventField] = channel === 'email' ? ['Ems', 'event'] : ['Sms', 'template_code']
    const body = { [channel]: to, [eventField ?? '']: event, ...solved, ...(password !== undefined && { password }) }
    if (!(await send(() => postData(`/api/${path}/send`, body, { quiet: true })))) return
    setSent(true)
    setLeft(pause)
  }
  return (
    <>
      <div className="member-code">
        <TextInput {...field} label={t('code')} autoComplete="one-time-code" />
        <Button
          size="large"
          variant="outlined"
          text={left > 0 ? t('send-wait', { seconds: left }) : t('send')}
          disabled={left > 0 || to.trim() === ''}
          onClick={() => setAsking(true)}
        />
      </div>
      <p role="status" className="member-sent tw-muted">
        {isSent && t('sent')}
      </p>
      {isAsking && <CaptchaDialog onSolved={(solved) => void request(solved)} onCancel={() => setAsking(false)} />}
    </>
  )
}
