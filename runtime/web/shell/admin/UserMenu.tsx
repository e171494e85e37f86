/** The signed-in admin, profile and sign-out. In narrow windows it also contains what the header has no room for. */
import { Button, Classes, PopoverNext, PopupKind } from '@blueprintjs/core'
import { CaretDown, Console, LogOut, Refresh, Settings, User } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/page-texts.ts'
import { session } from '../../auth/session.ts'
import { LanguageSwitch, ThemeSwitch } from '../../theme/Switches.tsx'
import { Avatar } from './Avatar.tsx'
import { clearCaches } from './clear-caches.ts'
import type { ShellOverlay } from './overlay.ts'
import { signOutAndReload } from './sign-out.ts'
import { useAdminT } from './texts.ts'

interface UserMenuProps {
  readonly open: (overlay: ShellOverlay) => void
}

export function UserMenu({ open }: UserMenuProps) {
  const { nickname, username, avatar } = useSnapshot(session).admin
  const name = nickname || username
  // Opened when the menu has closed: the button that takes the focus back would take it from what opens, and Escape
  // would not reach it.
  const chosen = useRef<ShellOverlay | null>(null)
  const openChosen = (): void => {
    const overlay = chosen.current
    chosen.current = null
    if (overlay) open(overlay)
  }
  return (
    <PopoverNext
      content={<UserPanel open={(overlay) => void (chosen.current = overlay)} />}
      onClosed={openChosen}
      placement="bottom-end"
      popupKind={PopupKind.DIALOG}
      arrow={false}
      animation="minimal"
    >
      <Button
        variant="minimal"
        className="tw-user"
        aria-label={name}
        icon={<Avatar name={name} picture={avatar} />}
        endIcon={<CaretDown />}
        text={<span className="tw-user-name">{name}</span>}
      />
    </PopoverNext>
  )
}

function UserPanel({ open }: UserMenuProps) {
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
        onClick={() => void navigate('/admin/routine/adminInfo')}
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
