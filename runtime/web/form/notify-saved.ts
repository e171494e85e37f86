/** The toast after an edit, which offers to take it back. */
import { postData } from '../core/api/client.ts'
import { recordsChanged } from '../core/api/records-changed.ts'
import { t } from '../fields/form-texts.ts'
import { notify, undoDurationMs } from '../core/notify.ts'

/**
 * @param controller of the table, whose lists are loaded again after an undo
 * @param text the message of the server
 * @param entry the entry of the log that undoes the edit; undefined = it cannot be undone
 */
export function notifySaved(controller: string, text: string, entry: number | undefined): void {
  const undo = async (): Promise<void> => {
    // A refusal is shown by the call itself, and means that the record was changed.
    await postData('/admin/ajax/undo', { entry }, { notifySuccess: true }).catch(() => null)
    recordsChanged(controller)
  }
  notify({
    tone: 'success',
    text,
    ...(entry !== undefined && {
      durationMs: undoDurationMs,
      action: { text: t('undo-edit'), run: () => void undo() },
    }),
  })
}
