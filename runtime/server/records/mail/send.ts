/** The operation behind `mail`: one record, as its reader sees it, to people outside. */
import { t } from '../../../i18n/i18n.ts'
import { isEmpty, type MailPreview, type TableModel, type WireValue } from '../../../protocol/index.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { tableEntry } from '../../operation/audit/audit.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { limitKey } from '../../operation/limits/limit-key.ts'
import { countTry, perHour } from '../../operation/limits/throttle.ts'
import type { WireRow } from '../../core/models/row-shape.ts'
import type { Mailer, OutgoingMessage } from '../../operation/messages.ts'
import { lockRows } from '../../operation/lock-rows.ts'
import { writeOnce, type Scope } from '../../operation/scope.ts'
import { refuseInaccessible } from '../accessible.ts'
import { viewOf } from '../policy/policy.ts'
import { idOf } from '../read-id.ts'
import { readRow } from '../read.ts'
import { csvFiles } from './csv-files.ts'
import { documentOf } from './document.ts'
import { recordMail } from './message.ts'
import { renderHtml, renderNote, renderText } from './render.ts'
import { maxAddresses, readMailRequest, readMailText, type MailRequest } from './request.ts'
import { suggestAddresses } from './suggest.ts'

type Body = Readonly<Record<string, unknown>>

/** Addresses that an account sends to in an hour; the last mail may exceed it. */
const hourly = perHour(200)

/**
 * What would be sent, and whom to.
 * @throws an OperationError `not_found` when the caller does not reach the record, `bad_state` where nothing sends mail
 */
export async function previewMail(scope: Scope, model: TableModel, body: Body): Promise<MailPreview> {
  const row = await readReachable(scope, model, body['id'])
  const mailer = requireMailer(scope)
  const mail = await composeMail(scope, model, row, readMailText(scope, body), mailer)
  const texts = await mailer.compose(scope.settings, scope.database.query, mail)
  return {
    ...texts,
    files: (mail.attachments ?? []).map(({ name, content }) => ({ name, size: Buffer.byteLength(content) })),
    to: await suggestAddresses(scope, viewOf(scope, model, 'index'), row, mailer),
    max_addresses: maxAddresses,
    is_delivered: mailer.canDeliver(scope.settings),
    version: (row['version'] ?? null) as WireValue,
  }
}

/**
 * Adds a mail for each address. The record stays as it is, and its version with it; its history says whom it was sent
 * to. A record whose history is a chain is locked FOR NO KEY UPDATE, as by any other write of it, so that several mails
 * extend the chain one after the other; no other record is, since a mail shows it as it was.
 * @throws an OperationError like `previewMail`, `invalid` with errors by member, and `conflict` when `version` is not
 * that of the record
 */
export async function sendMail(
  scope: Scope,
  model: TableModel,
  body: Body,
): Promise<{ readonly count: number; readonly note: string }> {
  const row = await readReachable(scope, model, body['id'])
  const mailer = requireMailer(scope)
  const request = readMailRequest(scope, mailer, body)
  if (!isEmpty(body['version']) && String(body['version']) !== String(row['version']))
    throw new OperationError('conflict', { text: 'mail.changed' })
  const mail = await composeMail(scope, model, row, request, mailer)
  // Guard T37: an account sends records to so many addresses in an hour.
  await countAddresses(scope, request.to.length)
  const { to, note, language, csv } = request
  return writeOnce(scope, async (trx) => {
    if (model.machine) await lockRows(scope, trx, model.id, [Number(row['id'])], 'write')
    for (const address of to) await mailer.send(scope.settings, trx, { ...mail, to: address })
    await scope.audit?.(trx, tableEntry(model, 'mail', { data: { to, note, language, csv } }, [Number(row['id'])]))
    const isDelivered = mailer.canDeliver(scope.settings)
    return {
      count: to.length,
      note: t(scope.language, isDelivered ? 'mail.queued' : 'mail.stored', { to: to.join(', ') }),
    }
  })
}

function requireMailer({ mailer }: Scope): Mailer {
  if (!mailer) throw new OperationError('bad_state', { text: 'config.test_mail.none' })
  return mailer
}

async function readReachable(scope: Scope, model: TableModel, given: unknown): Promise<WireRow> {
  const id = idOf(given)
  // Guard T20: a record goes by mail only to those who reach it.
  if (id !== null) await refuseInaccessible(scope, model, [id], 'mail')
  const row = id === null ? null : await readRow(scope, model, id, 'index')
  if (!row) throw new OperationError('not_found')
  return row
}

async function composeMail(
  scope: Scope,
  model: TableModel,
  row: WireRow,
  { note, language, csv }: Omit<MailRequest, 'to'>,
  mailer: Mailer,
): Promise<Omit<OutgoingMessage, 'to'>> {
  const view = viewOf(scope, model, 'index')
  const document = documentOf(scope, view, row, { language })
  const sender = await readSender(scope)
  return {
    message: recordMail,
    language,
    values: {
      kind: document.kind,
      name: document.name,
      note: note === '' ? '' : `${note}\n\n`,
      document: renderText(document, language),
      sender: sender.name,
    },
    markup: { note: renderNote(note), document: renderHtml(document, language) },
    ...(csv && { attachments: csvFiles(documentOf(scope, view, row, { language, isForPrograms: true }), language) }),
    ...(mailer.isAddress(sender.address) && { replyTo: sender.address }),
  }
}

/** People answer the person who sent the record. */
async function readSender(scope: Scope): Promise<{ readonly name: string; readonly address: string }> {
  const { id, username } = requireActor(scope)
  const admins = await scope.database.query
    .selectFrom('admin')
    .select(['nickname', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { name: String(admins?.['nickname'] || username), address: String(admins?.['email'] ?? '') }
}

/** Counted for all processes together, before anything is written. */
async function countAddresses(scope: Scope, count: number): Promise<void> {
  const { id } = requireActor(scope)
  const key = limitKey('mail of records', { kind: 'admin', id })
  const { wait } = await countTry(scope.database, [key], hourly, count)
  if (wait > 0) throw new OperationError('bad_state', { text: 'mail.wait', params: { minutes: Math.ceil(wait / 60) } })
}
