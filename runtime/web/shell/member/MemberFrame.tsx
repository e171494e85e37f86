/** The frame of the member area: brand, switches, and one message. */
import { Classes } from '@blueprintjs/core'
import { User } from '@blueprintjs/icons'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/page-texts.ts'
import { session } from '../../core/auth/session.ts'
import { Mark } from '../../core/theme/Mark.tsx'
import { LanguageSwitch, ThemeSwitch } from '../../core/theme/Switches.tsx'

export interface MemberFrameProps {
  readonly heading: string
  readonly text: string
}

export function MemberFrame({ heading, text }: MemberFrameProps) {
  const t = useT()
  const { siteName } = useSnapshot(session).site
  return (
    <div className="tw-home">
      <header className="tw-home-bar">
        <p className="tw-brand">
          <Mark size={28} />
          <span>{siteName}</span>
        </p>
        <div className="tw-header-end">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="tw-page-note" id="main" tabIndex={-1}>
        <User size={40} className="tw-page-note-icon" />
        <h1>{heading}</h1>
        <p>{text}</p>
        <div className="tw-page-note-actions">
          <Link to="/" className={Classes.BUTTON}>
            {t('page.home')}
          </Link>
        </div>
      </main>
    </div>
  )
}
