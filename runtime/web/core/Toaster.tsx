/**
 * Renders toasts. Blueprint's own toast has an English "Close" and a focus stop without a name, so we use its styles
 * with our own elements. The time stops while the pointer or the focus is on a toast.
 */
import { Button, Classes } from '@blueprintjs/core'
import { Cross, Error as ErrorIcon, InfoSign, Tick, WarningSign } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react'
import { useT } from './i18n/shell-texts.ts'
import { setToastRenderer, type Toast, type ToastTone } from './notify.ts'

/** Milliseconds a toast is shown. Errors stay longer. */
export const toastDurationMs: Readonly<Record<ToastTone, number>> = {
  success: 5_000,
  primary: 8_000,
  warning: 20_000,
  danger: 20_000,
}
const maxToasts = 4

interface ShownToast extends Toast {
  readonly id: number
}

let lastId = 0

export function Toaster() {
  const t = useT()
  const [notices, setNotices] = useState<readonly ShownToast[]>([])
  useEffect(
    () =>
      setToastRenderer((notice) =>
        setNotices((toasts) => {
          // A repeated message (ten failed calls at once) replaces the older one.
          const others = toasts.filter((other) => other.text !== notice.text)
          return [...others, { ...notice, id: ++lastId }].slice(-maxToasts)
        }),
      ),
    [],
  )
  const before = useRef<Element | null>(null)
  const enter = (from: Element | null): void => {
    if (!from?.closest('.tw-toasts')) before.current = from
  }
  const close = (id: number): void => {
    setNotices((toasts) => toasts.filter((notice) => notice.id !== id))
    // What has the focus goes with the toast: work goes on where it was before, else on the page.
    if (!document.activeElement?.closest('.tw-toasts')) return
    const wasAt = before.current
    const next = wasAt instanceof HTMLElement && wasAt.isConnected ? wasAt : document.querySelector('main')
    next?.focus({ preventScroll: true })
  }
  const urgent = notices.filter((notice) => notice.tone === 'danger')
  const calm = notices.filter((notice) => notice.tone !== 'danger')
  return (
    <section className="tw-toasts" aria-label={t('shell.notices')}>
      <div role="alert">
        {urgent.map((notice) => (
          <ToastCard key={notice.id} {...{ notice, close, enter }} />
        ))}
      </div>
      <div role="status">
        {calm.map((notice) => (
          <ToastCard key={notice.id} {...{ notice, close, enter }} />
        ))}
      </div>
    </section>
  )
}

const toneIcons: Readonly<Record<ToastTone, ReactElement>> = {
  success: <Tick />,
  primary: <InfoSign />,
  warning: <WarningSign />,
  danger: <ErrorIcon />,
}

interface ToastCardProps {
  readonly notice: ShownToast
  readonly close: (id: number) => void
  /** The focus comes from there, null = from nowhere. */
  readonly enter: (from: Element | null) => void
}

function ToastCard({ notice, close, enter }: ToastCardProps) {
  const t = useT()
  const [isPaused, setIsPaused] = useState(false)
  const expire = useEffectEvent(() => close(notice.id))
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => expire(), notice.durationMs ?? toastDurationMs[notice.tone])
    return () => clearTimeout(timer)
  }, [isPaused, notice])
  const { action } = notice
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pauses the time; Escape repeats its button
    <div
      className={`tw-toast tw-toast-${notice.tone} ${Classes.ELEVATION_3}`}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={({ relatedTarget }) => {
        setIsPaused(true)
        enter(relatedTarget)
      }}
      onBlur={() => setIsPaused(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close(notice.id)
      }}
    >
      {toneIcons[notice.tone]}
      <span className="tw-toast-text">{notice.text}</span>
      {action && (
        <Button
          variant="minimal"
          size="small"
          text={action.text}
          onClick={() => {
            // First, so that what the action opens gives the focus back to the page.
            close(notice.id)
            action.run()
          }}
        />
      )}
      <Button
        variant="minimal"
        size="small"
        icon={<Cross />}
        aria-label={t('shell.closeNotice')}
        onClick={() => close(notice.id)}
      />
    </div>
  )
}
