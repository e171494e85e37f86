/** The commands available now: recent pages, all pages, adding records, and commands of the shell. */
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useT as usePageT } from '../../core/i18n/page-texts.ts'
import { useT } from '../../core/i18n/shell-texts.ts'
import { setLanguage, useLanguage } from '../../core/i18n/language.ts'
import { session } from '../../core/auth/session.ts'
import { useCan } from '../../core/auth/permissions.ts'
import { labelInSentence, languages, type Text } from '../../../protocol/index.ts'
import { loadSingularLabels } from '../../core/module-registry.ts'
import { notify } from '../../core/notify.ts'
import { useAdminT } from '../admin/texts.ts'
import { clearCaches } from '../admin/clear-caches.ts'
import type { ShellOverlay } from '../admin/overlay.ts'
import { signOutAndReload } from '../admin/sign-out.ts'
import { config, languageNames, themes } from '../../core/preferences/store.ts'
import type { TabActions } from '../tabs/tab-actions.ts'
import { useWorkspace } from '../tabs/workspace.ts'
import { pageCommands } from './palette-commands.ts'
import { useRegisteredCommands, type Command } from '../../core/page/commands.ts'
import { recentPages } from './recent.ts'

export interface CommandContext {
  readonly actions: TabActions
  readonly open: (overlay: ShellOverlay) => void
}

const plain = (key: string, title: string, icon: string, run: () => void, words = ''): Command => ({
  key,
  group: 'actions',
  title,
  hint: '',
  icon,
  words,
  run,
})

type Translate = ReturnType<typeof useAdminT>

const tabCommands = (t: Translate, actions: TabActions, activeId: string): readonly Command[] => [
  plain('reload', t('tabs.reload'), 'refresh', () => actions.reload(activeId), 'reload refresh'),
  plain('close', t('tabs.close'), 'cross', () => actions.close(activeId), 'close tab'),
  plain('others', t('tabs.closeOthers'), 'cross', () => actions.closeOthers(activeId), 'close tabs'),
  plain('all', t('tabs.closeAll'), 'cross', actions.closeAll, 'close tabs'),
  plain('full', t('tabs.fullScreen'), 'fullscreen', actions.fullScreen, 'full screen'),
]

/** Themes and languages. */
const appearanceCommands = (t: Translate, tShell: ReturnType<typeof useT>): readonly Command[] => [
  ...themes.map((theme) =>
    plain(
      `theme ${theme}`,
      t(`palette.${theme}`),
      'contrast',
      () => {
        config.layout.theme = theme
      },
      `theme ${theme}`,
    ),
  ),
  ...languages.map((language) =>
    plain(
      `language ${language}`,
      `${tShell('shell.language')}: ${languageNames[language]}`,
      'translate',
      () => setLanguage(language),
      'language',
    ),
  ),
]

export function useCommands({ actions, open }: CommandContext): readonly Command[] {
  const t = useAdminT()
  const tShell = useT()
  const tPage = usePageT()
  const language = useLanguage()
  const can = useCan()
  const { pages, activeId, lastLocationOf, navigate } = useWorkspace()
  const { pathname, search } = useLocation()
  const address = pathname + search
  const singularLabels = useSingularLabels()
  const registered = useRegisteredCommands(language)
  return useMemo(() => {
    const go = (path: string): void => {
      const target = lastLocationOf(path)
      const page = pages.get(activeId ?? '')
      if (page && target === address) notify({ tone: 'primary', text: tPage('open.already', { title: page.title }) })
      else navigate(target)
    }
    const adds = [...pages.values()]
      .filter((page) => can(page.path, 'add'))
      .flatMap((page) => {
        const singular = singularLabels?.get(page.path.replace('/admin/', '').toLowerCase())
        if (!singular) return []
        const title = t('palette.add', { one: labelInSentence(language, singular[language]) })
        const run = (): void => navigate(`${page.path}?add=1`)
        return [plain(`add ${page.id}`, title, 'add', run, `${page.path} ${page.title} add new`)]
      })
    return [
      ...registered,
      ...pageCommands(
        pages,
        'recent',
        recentPages().filter((id) => id !== activeId),
        go,
      ),
      ...pageCommands(pages, 'pages', [...pages.keys()], go),
      ...adds,
      ...(activeId === null ? [] : tabCommands(t, actions, activeId)),
      plain('layout', t('layout'), 'settings', () => open('layout'), 'layout settings'),
      ...(session.admin.super
        ? [
            plain('terminal', t('terminal'), 'application', () => open('terminal'), 'terminal'),
            plain('clear-cache', t('clearCache'), 'refresh', () => void clearCaches(), 'clear cache'),
          ]
        : []),
      plain('keys', t('palette.keys'), 'key', () => open('keys'), 'keyboard shortcuts'),
      ...appearanceCommands(t, tShell),
      plain('home', t('palette.home'), 'home', () => navigate('/'), 'home'),
      plain('sign-out', t('palette.signOut'), 'log-out', () => void signOutAndReload(), 'sign out log out'),
    ]
  }, [
    t,
    tShell,
    tPage,
    language,
    can,
    pages,
    activeId,
    address,
    lastLocationOf,
    navigate,
    actions,
    open,
    singularLabels,
    registered,
  ])
}

/** Null until the modules have been loaded. */
function useSingularLabels(): ReadonlyMap<string, Text> | null {
  const [labels, setLabels] = useState<ReadonlyMap<string, Text> | null>(null)
  useEffect(() => {
    let isMounted = true
    void loadSingularLabels().then((loaded) => {
      if (isMounted) setLabels(loaded)
    })
    return () => {
      isMounted = false
    }
  }, [])
  return labels
}
