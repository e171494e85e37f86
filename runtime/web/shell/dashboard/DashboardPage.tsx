/**
 * The start page: a greeting, the remark of the server, the working time of today, the figures of modules, and links to
 * all pages.
 */
import { useEffect, useState } from 'react'
import { Callout } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useMinute } from '../../core/react/use-minute.ts'
import { getData } from '../../core/api/client.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { useT } from '../../core/i18n/page-texts.ts'
import { session } from '../../core/auth/session.ts'
import { useAdminT } from '../admin/texts.ts'
import { NamedIcon } from '../../core/NamedIcon.tsx'
import type { PageEntry } from '../menu/pages.ts'
import { useWorkspace } from '../tabs/workspace.ts'
import { DashboardSections } from './DashboardSections.tsx'
import { greetingAt } from './greeting.ts'
import { WorkedToday } from './WorkedToday.tsx'

export function DashboardPage() {
  const t = useAdminT()
  const tShell = useT()
  const { nickname, username, last_login_time } = useSnapshot(session).admin
  const { remark, warnings } = useDashboard()
  return (
    <div className="tw-dash">
      <div className="tw-dash-head">
        <div>
          <h1>{t(`dash.${greetingAt(new Date(useMinute()).getHours())}`, { name: nickname || username })}</h1>
          {remark !== '' && <p>{remark}</p>}
          {last_login_time !== '' && (
            <p className="tw-muted">{tShell('shell.lastSignIn', { time: last_login_time })}</p>
          )}
        </div>
        <WorkedToday />
      </div>
      {warnings.map((warning) => (
        <Callout key={warning} intent="warning" compact role="status">
          {warning}
        </Callout>
      ))}
      <DashboardSections />
      <Shortcuts />
    </div>
  )
}

function Shortcuts() {
  const t = useAdminT()
  const { pages, lastLocationOf } = useWorkspace()
  const folders = new Map<string, PageEntry[]>()
  for (const page of pages.values()) {
    if (page.path === '/admin/dashboard') continue
    const name = page.folders.join(' / ')
    folders.set(name, [...(folders.get(name) ?? []), page])
  }
  return (
    <>
      {[...folders].map(([name, own]) => (
        <section key={name} className="tw-dash-group">
          <h2>{name || t('dash.pages')}</h2>
          <ul>
            {own.map((page) => (
              <li key={page.id}>
                <Link to={lastLocationOf(page.path)}>
                  <NamedIcon name={page.icon} />
                  <span>{page.title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface DashboardData {
  readonly remark: string
  /** What is wrong with the installation, for those who can change it. */
  readonly warnings: readonly string[]
}

const noTexts: DashboardData = { remark: '', warnings: [] }

/** The texts of the server, empty until they arrive; without an answer the page works without them. */
function useDashboard(): DashboardData {
  const language = useLanguage()
  const [data, setData] = useState({ language, ...noTexts })
  useEffect(() => {
    let isCurrent = true
    const show = (texts: Partial<DashboardData>): void => {
      if (isCurrent) setData({ language, ...noTexts, ...texts })
    }
    getData<Partial<DashboardData>>('/admin/Dashboard/index', '', { quiet: true }).then(show, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [language])
  return data
}
