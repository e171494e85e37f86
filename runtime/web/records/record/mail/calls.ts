import type { Language, MailPreview, TableModel } from '../../../../protocol/index.ts'
import { call, postData } from '../../../core/api/client.ts'
import type { WireRow } from '../../../fields/input-props.ts'

/** What decides what a mail says. */
export interface MailContent {
  readonly note: string
  readonly language: Language
  /** With a CSV file. */
  readonly csv: boolean
}

/** Rejects with an `ApiError`, which the caller shows. */
export const previewMail = (model: TableModel, row: WireRow, content: MailContent): Promise<MailPreview> =>
  postData(
    `/admin/${model.controller}/mail`,
    { id: row['id'], ...content, preview: true },
    { quiet: true, isBackground: true },
  )

interface Sending extends MailContent {
  readonly to: readonly string[]
  readonly version: unknown
}

/** Rejects with an `ApiError`, which the caller shows. @returns the server's message */
export async function sendMail(model: TableModel, row: WireRow, sending: Sending, idempotencyKey: string) {
  const { msg } = await call({
    method: 'POST',
    path: `/admin/${model.controller}/mail`,
    body: { id: row['id'], ...sending },
    quiet: true,
    idempotencyKey,
  })
  return msg
}
