import { Button, Callout } from '@blueprintjs/core'
import { Download, Print } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { saveBlob } from '../../../core/api/save-blob.ts'
import { session } from '../../../core/auth/session.ts'
import { useT } from '../texts.ts'
import { CopyButton } from './CopyButton.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** Called when the person has kept them. */
  readonly onDone: () => void
}

/** Recovery codes, which the server shows once: to copy, to download, to print. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useT()
  const { admin, site } = useSnapshot(session)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const sheet = [t('recovery-sheet', { site: site.siteName, name: admin.username }), '', ...codes, ''].join('\n')
  const download = (): void =>
    saveBlob(new Blob([sheet], { type: 'text/plain;charset=utf-8' }), `${site.siteName}-recovery-codes.txt`)
  return (
    <div className="factor-recovery">
      <h2 ref={heading} tabIndex={-1}>
        {t('recovery-title')}
      </h2>
      <Callout compact intent="warning">
        {t('recovery-once')}
      </Callout>
      <div className="factor-sheet">
        <p className="factor-sheet-title">{t('recovery-sheet', { site: site.siteName, name: admin.username })}</p>
        <ul className="factor-codes" aria-label={t('recovery-title')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="factor-tools">
        <CopyButton text={codes.join('\n')} label={t('copy')} />
        <Button variant="outlined" size="small" icon={<Download />} text={t('download')} onClick={download} />
        <Button variant="outlined" size="small" icon={<Print />} text={t('print')} onClick={() => window.print()} />
      </div>
      <div className="profile-foot">
        <Button intent="primary" text={t('recovery-kept')} onClick={onDone} />
      </div>
    </div>
  )
}
