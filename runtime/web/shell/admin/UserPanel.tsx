/** What the menu of the signed-in admin contains. */
import { Button, Classes } from '@blueprintjs/core'
import { Console, LogOut, Refresh, Settings, User } from '@blueprintjs/icons'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/page-texts.ts'
import { session } from '../../core/auth/session.ts'
import { useNavigate } from '../../core/page/router.tsx'
import { LanguageSwitch, ThemeSwitch } from '../../core/theme/Switches.tsx'
import { Avatar } from './Avatar.tsx'
import { clearCaches } from './clear-caches.ts'
import type { ShellOverlay } from './overlay.ts'
import { signOutAndReload } from './sign-out.ts'
import { useAdminT } from './texts.ts'

export interface UserPanelProps {
  readonly open: (overlay: ShellOverlay) => void
}

export function UserPanel({ open }: UserPanelProps) {
  const t = useT()
  const tAdmin = useAdminT()
  const navigate = useNavigate()
  const { admin, site } = useSnapshot(session)
  return (
    <div className="tw-user-panel">
      <div className="tw-user-head">
        <Avatar name={admin.nickname || admin.username} picture={admin.avatar} />
        <div>
          <strong>{admin.nickname || admin.username}</strong>
          <div className="tw-muted">{t('shell.account', { name: admin.username })}</div>
        </div>
      </div>
      {admin.last_login_time !== '' && (
        <div className="tw-muted">{t('shell.lastSignIn', { time: admin.last_login_time })}</div>
      )}
      <div className="tw-user-switches">
        <LanguageSwitch />
        <ThemeSwitch />
        <Button
          variant="outlined"
          fill
          className={Classes.POPOVER_DISMISS}
          icon={<Settings />}
          text={tAdmin('layout')}
          onClick={() => open('layout')}
        />
        {admin.super && (
          <Button
            variant="outlined"
            fill
            className={Classes.POPOVER_DISMISS}
            icon={<Console />}
            text={tAdmin('terminal')}
            onClick={() => open('terminal')}
          />
        )}
      </div>
      <Button
        variant="outlined"
        fill
        className={Classes.POPOVER_DISMISS}
        icon={<User />}
        text={tAdmin('profile')}
        onClick={() => navigate('/admin/routine/adminInfo')}
      />
      {admin.super && (
        <Button
          variant="outlined"
          fill
          className={Classes.POPOVER_DISMISS}
          icon={<Refresh />}
          text={tAdmin('clearCache')}
          onClick={() => void clearCaches()}
        />
      )}
      <Button
        variant="outlined"
        fill
        icon={<LogOut />}
        text={t('shell.signOut')}
        onClick={() => void signOutAndReload()}
      />
      {site.version !== '' && (
        <div className="tw-user-version tw-muted">
          {site.siteName} · {t('shell.version', { version: site.version })}
        </div>
      )}
    </div>
  )
}
