/** The address at which people fill in, and its QR code. */
import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { notify, QrCode, type PanelProps } from 'tablewright/web'
import { useT } from '../texts.ts'

export function SharePanel({ row }: PanelProps) {
  const t = useT()
  const address = `${window.location.origin}/q/${String(row['link'] ?? '')}`
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(address)
    notify({ tone: 'success', text: t('copied') })
  }
  return (
    <div className="questionnaire-actions">
      <a href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <Button icon={<Duplicate />} text={t('copy')} onClick={() => void copy()} />
      <QrCode text={address} name={t('qr')} className="questionnaire-qr" />
    </div>
  )
}
