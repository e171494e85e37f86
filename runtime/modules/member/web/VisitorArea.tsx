/** Pages of modules that visitors may open before they sign in; all others lead to the sign-in page. */
import { Spinner } from '@blueprintjs/core'
import { Suspense } from 'react'
import { Link, Navigate } from 'react-router-dom'
import {
  LanguageSwitch,
  lazyComponent,
  loadMemberPages,
  Mark,
  ThemeSwitch,
  useLanguage,
  useSite,
  useStaleWhileRevalidate,
  useTitle,
  type MemberPage,
} from 'tablewright/web'
import { findModulePage } from './find-page.ts'
import type { ModulePage } from './centre.ts'
import { LoadProblem } from './LoadProblem.tsx'
import { useT } from './texts.ts'

interface VisitorAreaProps {
  /** Without `/user/`. */
  readonly path: string
  /** The address of the sign-in page, which leads back here. */
  readonly signIn: string
}

let modulePages: Promise<readonly ModulePage[]> | null = null

/** The components stay the same from page to page. */
function loadPages(): Promise<readonly ModulePage[]> {
  modulePages ??= loadMemberPages<MemberPage>().then((pages) =>
    pages.flatMap((page) => (page.isPublic ? [{ ...page, Page: lazyComponent(page.page) }] : [])),
  )
  modulePages.catch(() => {
    modulePages = null
  })
  return modulePages
}

export function VisitorArea({ path, signIn }: VisitorAreaProps) {
  const t = useT()
  const { value: pages, error, retry } = useStaleWhileRevalidate('visitor pages', loadPages)
  if (error !== null && !pages) return <LoadProblem error={error} retry={retry} />
  if (!pages) return <Spinner aria-label={t('loading')} />
  const page = findModulePage(path, pages)
  return page ? <VisitorPage {...page} signIn={signIn} /> : <Navigate to={signIn} replace />
}

interface VisitorPageProps extends NonNullable<ReturnType<typeof findModulePage>> {
  readonly signIn: string
}

function VisitorPage({ page, params, signIn }: VisitorPageProps) {
  const t = useT()
  const language = useLanguage()
  const { siteName } = useSite()
  useTitle(page.label[language])
  return (
    <div className="tw-home member-shell">
      <header className="tw-home-bar">
        <Link to="/" className="tw-brand" aria-label={t('home-of', { site: siteName })}>
          <Mark size={28} />
          <span>{siteName}</span>
        </Link>
        <div className="tw-header-end">
          <LanguageSwitch />
          <ThemeSwitch />
          <Link to={signIn} className="bp6-button">
            {t('sign-in')}
          </Link>
        </div>
      </header>
      <div className="member-body member-body-alone">
        <main className="member-page" id="main" tabIndex={-1}>
          <Suspense fallback={<Spinner aria-label={t('loading')} />}>
            <page.Page params={params} />
          </Suspense>
        </main>
      </div>
    </div>
  )
}
