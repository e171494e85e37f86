/** The toast after a record was added: it names the record, and leads to it. */
import { fullTitleName, isEmpty, type TableModel } from '../../protocol/index.ts'
import { can } from '../core/auth/permissions.ts'
import { tableApi } from '../core/api/table.ts'
import { recordName } from '../fields/record-names.ts'
import { t } from '../fields/form-texts.ts'
import { notify, undoDurationMs } from '../core/notify.ts'

/** @param sent what was sent: the name is the server's where it numbers records itself */
export async function notifyAdded(model: TableModel, id: number, sent: object): Promise<void> {
  const values: Readonly<Record<string, unknown>> = { ...sent, id }
  const isKnown = !isEmpty(values[model.title]) && !model.fields.some(({ name }) => name === fullTitleName)
  const row = isKnown ? values : await namedRow(model, id, values)
  const open = (): void => {
    location.hash = `#/admin/${model.page}?edit=${id}`
  }
  notify({
    tone: 'success',
    text: t('added-record', { name: recordName(model, row) }),
    // Records with states open for everybody who may see them.
    ...((can(model.page, 'edit') || model.machine) && {
      durationMs: undoDurationMs,
      action: { text: t('open-record'), run: open },
    }),
  })
}

async function namedRow(model: TableModel, id: number, values: Readonly<Record<string, unknown>>) {
  const { options } = await tableApi(model)
    .select({ init: [id] }, { quiet: true })
    .catch(() => ({ options: [] }))
  return options[0] ?? values
}
