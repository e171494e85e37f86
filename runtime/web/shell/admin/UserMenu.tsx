/** The signed-in admin, profile and sign-out. In narrow windows it also contains what the header has no room for. */
import { CaretDown } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../core/auth/session.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { PopoverButton } from '../../core/popover/PopoverButton.tsx'
import { Avatar } from './Avatar.tsx'
import type { ShellOverlay } from './overlay.ts'

const UserPanel = lazyComponent(async () => (await import('./UserPanel.tsx')).UserPanel)

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
    <PopoverButton
      kind="dialog"
      renderPanel={() => <UserPanel open={(overlay) => void (chosen.current = overlay)} />}
      preload={UserPanel.preload}
      onClosed={openChosen}
      variant="minimal"
      className="tw-user"
      aria-label={name}
      icon={<Avatar name={name} picture={avatar} />}
      endIcon={<CaretDown />}
      text={<span className="tw-user-name">{name}</span>}
    />
  )
}
