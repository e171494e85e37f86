/** The frame of the member centre: name of the site, menus of the group, and the page of the address. */
import { Button, Spinner } from '@blueprintjs/core'
import { LogOut, Notifications } from '@blueprintjs/icons'
import { Suspense, lazy, useEffect, useEffectEvent, useRef, type ComponentType } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { LanguageSwitch, Mark, member, ThemeSwitch, useLanguage, useSite, useTitle } from 'tablewright/web'
import { NamedIcon } from 'tablewright/web/parts'
import { EmbeddedPage } from './EmbeddedPage.tsx'
import { findModulePage } from './find-page.ts'
import { centre, refreshUnread, signOut, type ModulePage, type RuleNode } from './centre.ts'
import { useT, type TextKey } from './texts.ts'

/** The pages of this module by the path of their rule, with their names. */
const pages: Readonly<Record<string, { readonly label: TextKey; readonly Page: ComponentType }>> = {
  'account/overview': {
    label: 'overview',
    Page: lazy(async () => ({ default: (await import('./pages/Overview.tsx')).Overview })),
  },
  'account/profile': {
    label: 'profile',
    Page: lazy(async () => ({ default: (await import('./pages/Profile.tsx')).Profile })),
  },
  'account/changePassword': {
    label: 'security',
    Page: lazy(async () => ({ default: (await import('./pages/Security.tsx')).Security })),
  },
  'account/integral': {
    label: 'score-log',
    Page: lazy(async () => ({ default: (await import('./pages/Logs.tsx')).ScoreLog })),
  },
  'account/balance': {
    label: 'money-log',
    Page: lazy(async () => ({ default: (await import('./pages/Logs.tsx')).MoneyLog })),
  },
}

/** Pages that every member has, whatever the rules of the group name. */
const pagesOfAll: typeof pages = {
  'account/notices': {
    label: 'notices',
    Page: lazy(async () => ({ default: (await import('./pages/Notices.tsx')).Notices })),
  },
}

/** @param path without `/user/` */
export function Shell({ path }: { readonly path: string }) {
  const t = useT()
  const language = useLanguage()
  const { siteName } = useSite()
  const { nickname } = useSnapshot(member)
  const { start, pages: modulePages } = useSnapshot(centre)
  const entries = (start?.menus ?? []).flatMap(({ children }) => children).filter(({ type }) => type === 'menu')
  const links = (start?.rules ?? []).filter(({ type }) => type === 'nav')
  const openToAll = pagesOfAll[path]
  const own = openToAll ?? pages[path]
  const added = findModulePage(path, modulePages)
  const nodes = [...entries, ...links]
  const embedded = embeddedUrl(path, nodes)
  const entry = nodes.find((candidate) =>
    embedded === null ? candidate.type === 'menu' && candidate.path === path : isEmbedding(candidate, embedded),
  )
  const refresh = useEffectEvent((_path: string) => void refreshUnread())
  useEffect(() => refresh(path), [path])
  useTitle(own ? t(own.label) : (added?.page.label[language] ?? entry?.title ?? t('centre')))
  // A page that no rule of the group names is not there, as on the server.
  if (embedded === null && !openToAll && !added && (!own || !entry)) return <Navigate to="/404" replace />
  return (
    <div className="tw-home member-shell">
      <header className="tw-home-bar">
        <Link to="/" className="tw-brand" aria-label={t('home-of', { site: siteName })}>
          <Mark size={28} />
          <span>{siteName}</span>
        </Link>
        <SiteLinks links={links} current={entry} />
        <div className="tw-header-end">
          <LanguageSwitch />
          <ThemeSwitch />
          <Bell isCurrent={openToAll !== undefined} />
          <span className="member-name">{nickname}</span>
          <Button
            variant="minimal"
            icon={<LogOut />}
            aria-label={t('sign-out')}
            title={t('sign-out')}
            onClick={() => void signOut()}
          />
        </div>
      </header>
      <div className="member-body">
        <Menu entries={entries} current={entry} added={added?.page} />
        <main className="member-page" id="main" tabIndex={-1}>
          {embedded === null ? (
            <Suspense fallback={<Spinner aria-label={t('loading')} />}>
              {own ? <own.Page /> : added && <added.page.Page params={added.params} />}
            </Suspense>
          ) : (
            <EmbeddedPage url={embedded} title={entry?.title ?? siteName} />
          )}
        </main>
      </div>
    </div>
  )
}

interface MenuProps {
  /** Entries of the group. */
  readonly entries: readonly RuleNode[]
  readonly current: RuleNode | undefined
  /** The page that is shown, of another module. */
  readonly added: ModulePage | undefined
}

function Menu({ entries, current, added }: MenuProps) {
  const t = useT()
  const language = useLanguage()
  const { pages: modulePages } = useSnapshot(centre)
  const list = useRef<HTMLUListElement>(null)
  const path = current?.path ?? added?.path
  // A phone shows part of the menu only: the entry of the page is in it.
  useEffect(() => {
    const entry = path === undefined ? null : list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && entry) list.current.scrollLeft = entry.offsetLeft - list.current.offsetLeft
  }, [path])
  const titleOf = (node: Pick<RuleNode, 'path' | 'title'>): string => {
    const page = pages[node.path]
    return page ? t(page.label) : node.title
  }
  return (
    <nav className="member-menu" aria-label={t('menu')}>
      <ul ref={list}>
        {entries.map((node) => (
          <li key={node.id}>
            <a href={addressOf(node)} aria-current={node === current ? 'page' : undefined} {...outside(node)}>
              <NamedIcon name={node.icon} />
              <span>{titleOf(node)}</span>
            </a>
          </li>
        ))}
        {modulePages.map(
          (page) =>
            page.icon !== undefined &&
            !entries.some(({ path: ruled }) => ruled === page.path) && (
              <li key={page.path}>
                <a href={`#/user/${page.path}`} aria-current={page === added ? 'page' : undefined}>
                  <NamedIcon name={page.icon} />
                  <span>{page.label[language]}</span>
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

function SiteLinks({ links, current }: { readonly links: readonly RuleNode[]; readonly current?: RuleNode }) {
  const t = useT()
  if (links.length === 0) return null
  return (
    <nav aria-label={t('home')}>
      {links.map((link) => (
        <a key={link.id} href={addressOf(link)} aria-current={link === current ? 'page' : undefined} {...outside(link)}>
          {link.title}
        </a>
      ))}
    </nav>
  )
}

/** Leads to the notifications and says how many are unread. */
function Bell({ isCurrent }: { readonly isCurrent: boolean }) {
  const t = useT()
  const { unread } = useSnapshot(centre)
  const name = unread > 0 ? t('notices-unread', { count: unread }) : t('notices')
  return (
    <a
      className="bp6-button bp6-minimal member-bell"
      href="#/user/account/notices"
      aria-label={name}
      title={name}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Notifications />
      {unread > 0 && (
        <span className="member-bell-count" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </a>
  )
}

/** The entry shows the page of that address within the centre. */
const isEmbedding = ({ menu_type: kind, url }: Pick<RuleNode, 'menu_type' | 'url'>, embedded: string): boolean =>
  kind === 'iframe' && url === embedded

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url)

/** The address of an embedded page, which a menu entry has to name; null when the path is none. */
function embeddedUrl(path: string, entries: readonly Pick<RuleNode, 'menu_type' | 'url'>[]): string | null {
  if (!path.startsWith('iframe/')) return null
  const url = decodeURIComponent(path.slice('iframe/'.length))
  return isWeb(url) && entries.some((entry) => isEmbedding(entry, url)) ? url : null
}

function addressOf({
  menu_type: kind,
  url,
  path,
  type,
}: Pick<RuleNode, 'menu_type' | 'url' | 'path' | 'type'>): string {
  if (kind === 'link') return isWeb(url) ? url : '#/user'
  if (kind === 'iframe') return `#/user/iframe/${encodeURIComponent(url)}`
  return type === 'menu' ? `#/user/${path}` : `#/${path}`
}

const outside = ({ menu_type: kind }: Pick<RuleNode, 'menu_type'>) =>
  kind === 'link' ? { target: '_blank', rel: 'noreferrer noopener' } : {}
