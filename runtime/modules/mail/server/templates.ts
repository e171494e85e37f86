/** Templates of mail: one for each message and language, which administrators may reword. */
import { languages } from 'tablewright/protocol'
import {
  describeVariables,
  nowSeconds,
  OperationError,
  readOwnVariables,
  samplesOf,
  unknownVariables,
  type MessageDeclaration,
} from 'tablewright/server'
import { previewOf, type TemplateTexts } from './content.ts'
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
        .where('samples', '!=', current.samples)
        .execute()
    }
  }
}

export const readSamples = (stored: string | null): Samples => JSON.parse(stored ?? '{}') as Samples

/** Refuses variables that the message does not have, and computes the preview. */
export const templateHooks: Hooks<'mail/template'> = {
  async beforeUpdate({ language, settings }, trx, { given, overrides }, current) {
    const textOf = (name: keyof TemplateTexts): string => (given.has(name) ? given.get(name) : current[name]) ?? ''
    const texts = { subject: textOf('subject'), text: textOf('text'), html: textOf('html') }
    const samples = readSamples(current.samples)
    const own = await readOwnVariables(trx as never, 'mail_variable', settings)
    const known = { ...own, ...samples }
    const errors = Object.entries(texts).flatMap(([field, text]) => {
      const names = unknownVariables(text, known)
      return names === '' ? [] : [[field, t(language, 'variables.unknown', { names })] as const]
    })
    if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
    overrides.set('preview', previewOf(texts, known))
  },
}
