import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, errorText, QrCode } from 'tablewright/web'
import { askPayment } from '../../shared/routes.ts'
import type { PayType } from './Methods.tsx'
import { TestMark } from './TestMark.tsx'
import { useT } from './texts.ts'

interface CodeProps {
  readonly sn: string
  readonly type: PayType
  /** The content of the code. */
  readonly text: string
  /** The provider was asked: the payment may have changed. */
  readonly onAsked: () => void
  /** Leads back to the other ways; null where there are none. */
  readonly onOther: (() => void) | null
}

const size = 240

/** The code to scan, and the button of those who have paid. */
export function Code({ sn, type, text, onAsked, onOther }: CodeProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState('')
  const isSandbox = type === 'sandbox'
  const label = t(`type-${type}`)
  const ask = async (): Promise<void> => {
    setBusy(true)
    setNote('')
    try {
      const { info } = await callRoute(askPayment, { sn }, { quiet: true })
      if (info.status === 0) setNote(t('not-paid'))
      onAsked()
    } catch (error) {
      setNote(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="pay-code" aria-label={label}>
      <p className="pay-code-brand">
        <span className="pay-brand" data-type={type} aria-hidden="true" /> {label} {isSandbox && <TestMark />}
      </p>
      <QrCode
        className="pay-qr"
        text={text.startsWith('/') ? location.origin + text : text}
        name={t('qr-name', { type: label })}
        size={size}
      />
      <p>{t(isSandbox ? 'scan-sandbox' : 'scan')}</p>
      {isSandbox && <a href={`#/user/pay/sandbox/${sn}`}>{t('open-sandbox')}</a>}
      <p className="tw-muted">{t('waiting')}</p>
      <div className="pay-action">
        <Button
          size="large"
          fill
          intent="primary"
          aria-busy={isBusy}
          text={t('have-paid')}
          onClick={() => {
            if (!isBusy) void ask()
          }}
        />
        {onOther && <Button variant="minimal" fill text={t('methods')} onClick={onOther} />}
      </div>
      <p role="status">{note}</p>
    </section>
  )
}
