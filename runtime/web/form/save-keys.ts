/**
 * Ctrl or ⌘ with Enter or S saves the open record, wherever the focus is: while a record is being saved it may be
 * nowhere. Where a form saves by itself, S leaves it open.
 */
import { useHotkeys } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useT } from '../fields/form-texts.ts'
import { pageHotkey } from '../core/page/hotkeys.ts'
import { useIsPageActive } from '../core/page/page.ts'
import { useLatest } from '../core/react/use-latest.ts'

/** Dialogs that receive the keys instead while they are open. */
const dialogs = '.record-conflict, .record-leave, .action-dialog, .mail-dialog'

const saveCombos = ['ctrl+enter', 'meta+enter', 'ctrl+s', 'meta+s'] as const

/** @param save `isLast` for Enter */
export function useSaveKeys(save: (isLast: boolean) => void): void {
  const t = useT()
  const latest = useLatest(save)
  const disabled = !useIsPageActive()
  const keys = useMemo(() => {
    return saveCombos.map((combo) => {
      const handlePress = () => (isDialogOpen() ? false : latest.current(combo.endsWith('enter')))
      return pageHotkey(combo, t('save'), handlePress, { allowInInput: true, disabled })
    })
  }, [t, latest, disabled])
  useHotkeys(keys, { showDialogKeyCombo: false })
}

/** What a hidden page asks does not count. */
function isDialogOpen(): boolean {
  return [...document.querySelectorAll(dialogs)].some((dialog) => dialog.closest('[hidden]') === null)
}
