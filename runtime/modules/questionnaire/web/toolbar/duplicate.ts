/** Copies the first of the selected questionnaires. */
import { callRoute, notify, type ToolbarPartProps } from 'tablewright/web'
import { duplicate } from '../../shared/routes.ts'
import { t } from '../texts.ts'

export async function duplicateSelected({ ids: [id = 0], reload }: ToolbarPartProps): Promise<void> {
  await callRoute(duplicate, { id })
  notify({ tone: 'success', text: t('duplicated') })
  await reload()
}
