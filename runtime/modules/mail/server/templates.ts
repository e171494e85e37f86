/** Templates of mail: one for each message and language, which administrators may reword. */
import { languages } from 'tablewright/protocol'
import {
  codesOf,
  deliveryStates,
  describeVariables,
  hasCodeInAddress,
  hiddenContent,
  markCodes,
  nowSeconds,
  OperationError,
  readOwnVariables,
  samplesOf,
  unknownVariables,
  variablesIn,
  type MessageDeclaration,
  keepEntries,
} from 'tablewright/server'
import { previewOf, type TemplateTexts } from './content.ts'
import { showsCodesOnly } from './html-codes.ts'
import { t } from './i18n.ts'
import type { Hooks, Transaction } from './types.ts'

/** Samples by name of the variable, as a template stores them. */
type Samples = Readonly<Record<string, string>>

/**
 * Adds a template for every message that has none in a language, and brings the list of variables up to date; texts
 * that exist stay as they are.
 */
export async function prepareTemplates(trx: Transaction, messages: readonly MessageDeclaration[]): Promise<void> {
  for (const message of messages) {
    const { code, mail } = message
    if (!mail) continue
    for (const language of languages) {
      const html = mail.html?.[language] ?? ''
      const texts = { subject: mail.subject[language], text: mail.text[language], html }
      const samples = samplesOf(message)
      const current = {
        name: message.label[language],
        variables: describeVariables(message, language),
        samples: JSON.stringify(samples),
        secrets: JSON.stringify(codesOf(message)),
      }
      const time = nowSeconds()
      const { numInsertedOrUpdatedRows: added } = await trx
        .insertInto('mail_template')
        .values({
          code,
          language,
          ...current,
          ...texts,
          html: html === '' ? null : html,
          preview: previewOf(texts, samples),
          create_time: time,
          update_time: time,
          version: 1,
        })
        .onConflict((on) => on.doNothing())
        .executeTakeFirstOrThrow()
      if (Number(added ?? 0) > 0) continue
      await trx
        .updateTable('mail_template')
        .set(current)
        .where('code', '=', code)
        .where('language', '=', language)
        .where((eb) =>
          eb.or([
            eb('samples', '!=', current.samples),
            eb('secrets', 'is', null),
            eb('secrets', '!=', current.secrets),
          ]),
        )
        .execute()
    }
  }
  await hideFormerCodes(trx)
}

/** Former versions stored the content of messages with codes as it was. What still waits there is not sent. */
async function hideFormerCodes(trx: Transaction): Promise<void> {
  const { queued, failed } = deliveryStates
  await trx
    .updateTable('mail_log')
    .set((eb) => ({
      subject: hiddenContent,
      text: hiddenContent,
      html: null,
      attachments: null,
      error: eb.case().when('status', '=', queued).then(t('en', 'code.outdated')).else(eb.ref('error')).end(),
      status: eb.case().when('status', '=', queued).then(failed).else(eb.ref('status')).end(),
    }))
    .where('secret', '=', 1)
    .where((eb) => eb.or([eb('subject', 'is', null), eb('subject', '!=', hiddenContent)]))
    .execute()
}

/** Names of the variables that are codes. */
export const readCodes = (stored: string | null): readonly string[] => JSON.parse(stored ?? '[]') as readonly string[]

export const readSamples = (stored: string | null): Samples => JSON.parse(stored ?? '{}') as Samples

/** Refuses variables that the message does not have and codes where others would get them; computes the preview. */
export const templateHooks: Hooks<'mail/template'> = {
  async beforeUpdate({ language, settings }, trx, { given, overrides }, current) {
    const textOf = (name: keyof TemplateTexts): string => (given.has(name) ? given.get(name) : current[name]) ?? ''
    const texts = { subject: textOf('subject'), text: textOf('text'), html: textOf('html') }
    const samples = readSamples(current.samples)
    const own = await readOwnVariables(trx, 'mail_variable', settings)
    const known = { ...own, ...samples }
    const errors = Object.entries(texts).flatMap(([field, text]) => {
      const names = unknownVariables(text, known)
      if (names !== '') return [[field, t(language, 'variables.unknown', { names })] as const]
      const codes = readCodes(current.secrets)
      const used = variablesIn(text).filter((name) => codes.includes(name))
      const isRefused = used.length > 0 && isMisplaced[field as keyof TemplateTexts](text, codes)
      const listed = used.map((name) => `{{${name}}}`).join(', ')
      return isRefused
        ? [[field, t(language, misplaced[field as keyof TemplateTexts], { names: listed })] as const]
        : []
    })
    if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
    overrides.set('preview', previewOf(texts, known))
  },
}

export const logHooks: Hooks<'mail/log'> = {
  // What was deleted while it waited is not in the recycle bin with its code.
  async beforeRemove(scope, trx, ids) {
    await keepEntries('mail_log', ({ own }) => Number(own['mail_log_days']))(scope, trx, ids)
    await trx
      .updateTable('mail_log')
      .set({ sealed: null })
      .where('id', 'in', [...ids])
      .execute()
  },
  // Errors of servers are in their language, ours in that of the reader.
  async present({ language }, rows) {
    for (const row of rows) if (row.error === t('en', 'code.outdated')) row.error = t(language, 'code.outdated')
  },
}

/** Whether a part of a template has its codes where others than the recipient would get them. */
const isMisplaced: Readonly<Record<keyof TemplateTexts, (text: string, codes: readonly string[]) => boolean>> = {
  subject: () => true,
  text: (text, codes) => hasCodeInAddress(markCodes(text, codes)),
  html: (html, codes) => !showsCodesOnly(html, codes),
}
const misplaced = { subject: 'code.subject', text: 'code.address', html: 'code.html' } as const
