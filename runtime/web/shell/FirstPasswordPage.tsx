/** The only screen of an account whose first password was generated, until that password is changed. */
import { Button } from '@blueprintjs/core'
import { useT } from '../i18n/shell-texts.ts'
import { useTitle } from '../page/title.ts'
import { PasswordForm } from '../profile/PasswordForm.tsx'
import { signOut } from '../session/bootstrap.ts'
import { SignInLayout } from '../session/SignInLayout.tsx'

export function FirstPasswordPage({ onChanged }: { readonly onChanged: () => void }) {
  const t = useT()
  useTitle(t('firstPassword.heading'))
  return (
    <SignInLayout heading={t('firstPassword.heading')} lead={t('firstPassword.lead')}>
      <PasswordForm onChanged={onChanged}>
        <Button variant="minimal" text={t('firstPassword.signOut')} onClick={() => void signOut()} />
      </PasswordForm>
    </SignInLayout>
  )
}
