import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../core/auth/session.ts'
import { Mark } from '../../core/theme/Mark.tsx'
import { LanguageSwitch, ThemeSwitch } from '../../core/theme/Switches.tsx'
import { SignInPicture } from './SignInPicture.tsx'

interface SignInLayoutProps {
  readonly heading: string
  readonly lead: string
  /** The form. */
  readonly children: ReactNode
}

/** A page before the shell: picture, switches, name of the site, heading and one form. */
export function SignInLayout({ heading, lead, children }: SignInLayoutProps) {
  const { site } = useSnapshot(session)
  return (
    <div className="tw-sign-in">
      <SignInPicture />
      <div className="tw-sign-in-side">
        <header className="tw-sign-in-bar">
          <LanguageSwitch />
          <ThemeSwitch />
        </header>
        <main className="tw-sign-in-main">
          <p className="tw-brand">
            <Mark size={40} />
            <span>{site.siteName}</span>
          </p>
          <h1 className="tw-sign-in-heading">{heading}</h1>
          <p className="tw-muted">{lead}</p>
          {children}
        </main>
      </div>
    </div>
  )
}
