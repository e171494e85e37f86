import { useEffect, useState } from 'react'
import { useT } from './texts.ts'

const intervalMs = 10_000
const nowSeconds = (): number => Date.now() / 1000

/** How long there is to pay, in words: a clock that counts seconds makes people hurry. */
export function TimeLeft({ end }: { readonly end: number }) {
  const t = useT()
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowSeconds()), intervalMs)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.ceil((end - now) / 60)
  if (minutes <= 0) return <p className="pay-time">{t('time-over')}</p>
  return <p className="pay-time">{minutes <= 1 ? t('time-short') : t('time-left', { minutes, count: minutes })}</p>
}
