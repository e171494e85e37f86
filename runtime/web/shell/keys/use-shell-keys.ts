/** Shortcuts of the whole admin area. Single keys can be switched off, and are ignored while the user types. */
import { useHotkeys } from '@blueprintjs/core'
import { useEffect, useMemo } from 'react'
import { isPressedIn, pageHotkey } from '../../core/page/hotkeys.ts'
import { isSingleKey, watchTyping } from '../../core/page/single-keys.ts'
import { useLatest } from '../../core/react/use-latest.ts'
import type { ShellOverlay } from '../admin/overlay.ts'
import { useAdminT } from '../admin/texts.ts'
import type { TabActions } from '../tabs/tab-actions.ts'
import { tabView } from '../tabs/tab-view.ts'
import { useWorkspace } from '../tabs/workspace.ts'

interface ShellKeys {
  readonly actions: TabActions
  readonly open: (overlay: ShellOverlay) => void
}

export function useShellKeys(shell: ShellKeys): void {
  const t = useAdminT()
  const latest = useLatest({ ...shell, ...useWorkspace() })
  const keys = useMemo(() => {
    const inInput = { allowInInput: true }
    const openPalette = () => latest.current.open('palette')
    const onTab = (run: (actions: TabActions, id: string) => void) => () => {
      const id = latest.current.currentId()
      return id === null ? false : run(latest.current.actions, id)
    }
    return [
      pageHotkey('ctrl+k', t('keys.palette'), openPalette, inInput),
      pageHotkey('meta+k', t('keys.palette'), openPalette, inInput),
      pageHotkey('alt+shift+left', t('keys.previousTab'), () => latest.current.switchTab(-1), inInput),
      pageHotkey('alt+shift+right', t('keys.nextTab'), () => latest.current.switchTab(1), inInput),
      pageHotkey('alt+shift+f', t('keys.fullScreen'), () => latest.current.actions.fullScreen(), inInput),
      pageHotkey(
        'alt+shift+x',
        t('keys.closeTab'),
        onTab((actions, id) => actions.close(id)),
        inInput,
      ),
      pageHotkey(
        'alt+shift+r',
        t('keys.reloadTab'),
        onTab((actions, id) => actions.reload(id)),
        inInput,
      ),
      pageHotkey(
        'escape',
        t('keys.escape'),
        (event) => {
          if (!tabView.state.tabFullScreen || isPressedIn(event, '[role=dialog], [role=menu]')) return false
          latest.current.actions.fullScreen()
        },
        inInput,
      ),
      pageHotkey('?', t('keys.sheet'), (event) => {
        // Some keyboards write another character with the same key.
        if (event.key !== '?' || !isSingleKey(event)) return false
        latest.current.open('keys')
      }),
    ]
  }, [t, latest])
  useEffect(watchTyping, [])
  useHotkeys(keys, { showDialogKeyCombo: false })
}
