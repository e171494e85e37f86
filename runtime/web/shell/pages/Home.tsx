/** The home page: name and links of the site, and a link to the admin area. */
import { Classes } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useT as usePageT } from '../../core/i18n/page-texts.ts'
import { useT } from '../../core/i18n/shell-texts.ts'
import { session } from '../../core/auth/session.ts'
import { hasMemberArea } from '../../core/module-registry.ts'
import { Mark } from '../../core/theme/Mark.tsx'
import { LanguageSwitch, ThemeSwitch } from '../../core/theme/Switches.tsx'
import { useTitle } from '../../core/page/title.ts'

export function Home() {
  const t = useT()
  const pageT = usePageT()
  const { siteName, headNav, recordNumber } = useSnapshot(session).site
  useTitle(t('title.home'))
  return (
    <div className="tw-home">
      <header className="tw-home-bar">
        <p className="tw-brand">
          <Mark size={28} />
          <span>{siteName}</span>
        </p>
        {headNav.length > 0 && (
          <nav aria-label={pageT('home.links')}>
            {headNav.map((link) => (
              <a
                key={link.url}
                href={link.url.startsWith('/') ? `#${link.url}` : link.url}
                target={link.target}
                rel="noreferrer noopener"
              >
                {link.title}
              </a>
            ))}
          </nav>
        )}
        <div className="tw-header-end">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="tw-home-main" id="main" tabIndex={-1}>
        <Mark size={72} />
        <h1>{siteName}</h1>
        <p className="tw-muted">{pageT('home.lead', { site: siteName })}</p>
        <div className="tw-page-note-actions">
          {hasMemberArea() && (
            <Link to="/user" className={`${Classes.BUTTON} ${Classes.LARGE}`}>
              {t('title.User')}
            </Link>
          )}
          <Link to="/admin" className={`${Classes.BUTTON} ${Classes.LARGE} ${Classes.INTENT_PRIMARY}`}>
            {pageT('home.admin')}
          </Link>
        </div>
      </main>
      <footer className="tw-home-foot tw-muted">{recordNumber}</footer>
    </div>
  )
}
