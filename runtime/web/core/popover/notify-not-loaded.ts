import { t } from '../i18n/shell-texts.ts'
import { notify } from '../notify.ts'

/** Says that code could not be loaded. Some browsers remember the failure until the page is loaded again. */
export function notifyNotLoaded(): void {
  const action = { text: t('page.reload'), run: () => location.reload() }
  notify({ tone: 'danger', text: t('page.newVersion'), action })
}
