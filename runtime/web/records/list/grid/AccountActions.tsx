import { Button } from '@blueprintjs/core'
import { Desktop, Unlock } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Row } from '../../../core/api/table.ts'
import { useCan } from '../../../core/auth/permissions.ts'
import { session } from '../../../core/auth/session.ts'
import { ResetFactorDialog } from '../../../identity/profile/factor/ResetFactorDialog.tsx'
import { SessionsDialog } from '../../../identity/profile/SessionsDialog.tsx'
import { useListActions } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

const page = 'auth/admin'

/** What can be done with an account only: its sessions are shown and ended, its second factor is reset. */
export function AccountActions({ account, name }: { readonly account: Row; readonly name: string }) {
  const t = useT()
  const { reload } = useListActions()
  const { admin } = useSnapshot(session)
  const can = useCan()
  const [open, setOpen] = useState<'sessions' | 'factor' | null>(null)
  const hasFactor = typeof account['totp_time'] === 'number'
  const close = (): void => setOpen(null)
  return (
    <>
      {can(page, 'edit') && (
        <Button
          variant="minimal"
          size="small"
          icon={<Desktop />}
          data-tip={t('sessions')}
          aria-label={t('sessionsOf', { name })}
          onClick={() => setOpen('sessions')}
        />
      )}
      {hasFactor && account.id !== admin.id && can(page, 'resetFactor') && (
        <Button
          variant="minimal"
          size="small"
          icon={<Unlock />}
          data-tip={t('resetFactor')}
          aria-label={t('resetFactorOf', { name })}
          onClick={() => setOpen('factor')}
        />
      )}
      {open === 'sessions' && <SessionsDialog adminId={account.id} name={name} onClose={close} />}
      {open === 'factor' && (
        <ResetFactorDialog adminId={account.id} name={name} onClose={close} onDone={() => void reload()} />
      )}
    </>
  )
}
