/** The admin area: loads menu and settings, and waits at `/admin/loading` until they are known. */
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { MenuNode } from '../../../protocol/index.ts'
import { ApiError, errorText } from '../../core/api/api-error.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { useT } from '../../core/i18n/shell-texts.ts'
import { session } from '../../core/auth/session.ts'
import { loadBootstrap, takeBootstrap } from '../../identity/session/bootstrap.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { LoadingScreen } from '../LoadingScreen.tsx'
import type { PendingStep } from '../PendingStepPage.tsx'
import { pendingRedirectPath, isLoadingPath } from '../pending-redirect.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { buildMenu, firstPath, withHome } from '../menu/build-menu.ts'
import { pageId, pagesOf, type PageEntry } from '../menu/pages.ts'
import { Redirect } from '../Redirect.tsx'
import { Failure } from '../pages/Failure.tsx'
import { useTitle } from '../../core/page/title.ts'
import { useWorkspaceState, WorkspaceProvider } from '../tabs/workspace.ts'
import { corePages } from './core-pages.ts'
import './admin.css'
import { ShellFrame } from './ShellFrame.tsx'
import { useAdminT } from './texts.ts'

const PendingStepPage = lazyComponent(
  async () => (await import('../PendingStepPage.tsx')).PendingStepPage,
  LoadingScreen,
)

export function AdminShell() {
  const t = useT()
  const language = useLanguage()
  const { menus } = useSnapshot(session)
  const { pathname, search } = useLocation()
  // Titles of the menu come in the current language; the page stays as it is while they are loaded again.
  const bootstrap = useLoaded(language, loadBootstrap, takeBootstrap)
  useTitle(menus === null ? t('title.Loading') : null)
  if (menus !== null) return <LoadedShell menus={menus as readonly MenuNode[]} />
  if (!isLoadingPath('admin', pathname))
    return <Redirect to={pathname === '/admin' ? '/admin/loading' : pendingRedirectPath('admin', pathname, search)} />
  if (bootstrap.state !== 'failed') return <LoadingScreen />
  const step = pendingStep(bootstrap.error)
  return step === null ? (
    <Failure title={t('page.loadFailed')} text={errorText(bootstrap.error)} retry={bootstrap.retry} />
  ) : (
    <PendingStepPage step={step} onDone={bootstrap.retry} />
  )
}

const pendingSteps: readonly PendingStep[] = ['code', 'password', 'enrolment']

/** What the account has to do first, null when the call failed for another reason. */
function pendingStep(error: unknown): PendingStep | null {
  const data = error instanceof ApiError ? (error.data as { readonly step?: unknown } | null) : null
  return pendingSteps.find((step) => step === data?.step) ?? null
}

function LoadedShell({ menus }: { readonly menus: readonly MenuNode[] }) {
  const own = useCorePages()
  const pages = useMemo(() => pagesOf(menus, own), [menus, own])
  const entries = useMemo(() => withHome(buildMenu(menus), pages.get(dashboardPath)), [menus, pages])
  const home = firstPath(entries) ?? dashboardPath
  const workspace = useWorkspaceState(pages, home)
  return (
    <WorkspaceProvider value={workspace}>
      <ShellFrame entries={entries} home={home} />
    </WorkspaceProvider>
  )
}

const dashboardPath = '/admin/dashboard'

function useCorePages(): readonly PageEntry[] {
  const t = useAdminT()
  return useMemo(
    () =>
      Object.entries(corePages)
        .filter(([, page]) => page.isForAll)
        .map(([name, { title, icon }]) => ({
          id: pageId(`/admin/${name}`),
          path: `/admin/${name}`,
          title: t(title),
          icon,
          folders: [],
        })),
    [t],
  )
}
