/** The only screen of an account whose first password was generated, until that password is changed. */
import { Button } from '@blueprintjs/core'
import { useSnapshot } from 'valtio'
import { session } from '../auth/session.ts'
import { useT } from '../i18n/shell-texts.ts'
import { useTitle } from '../page/title.ts'
import { PasswordForm } from '../profile/PasswordForm.tsx'
import { signOut } from '../session/bootstrap.ts'
import { SignInPicture } from '../session/SignInPicture.tsx'
import { Mark } from '../theme/Mark.tsx'
import { LanguageSwitch, ThemeSwitch } from '../theme/Switches.tsx'

export function FirstPasswordPage({ onChanged }: { readonly onChanged: () => void }) {
  const t = useT()
  const { site } = useSnapshot(session)
  useTitle(t('firstPassword.heading'))
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
          <h1 className="tw-sign-in-heading">{t('firstPassword.heading')}</h1>
          <p className="tw-muted">{t('firstPassword.lead')}</p>
          <PasswordForm onChanged={onChanged}>
            <Button variant="minimal" text={t('firstPassword.signOut')} onClick={() => void signOut()} />
          </PasswordForm>
        </main>
      </div>
    </div>
  )
}
