/** Templates of SMS: one for each message and language, which administrators reword as the provider approved it. */
import { languages } from 'tablewright/protocol'
import {
  describeVariables,
  fillMessage,
  nowSeconds,
  OperationError,
  readOwnVariables,
  samplesOf,
  unknownVariables,
  type MessageDeclaration,
} from 'tablewright/server'
import { t } from './i18n.ts'
import type { Hooks, Transaction } from './types.ts'

/**
 * Adds a template for every message that has none in a language, and brings the list of variables up to date; texts
 * that exist stay as they are.
 */
export async function prepareTemplates(trx: Transaction, messages: readonly MessageDeclaration[]): Promise<void> {
  for (const message of messages) {
    const { code, sms } = message
    if (!sms) continue
    for (const language of languages) {
      const samples = samplesOf(message)
      const current = {
        name: message.label[language],
        variables: describeVariables(message, language),
        samples: JSON.stringify(samples),
      }
      const content = sms[language]
      const preview = fillMessage(content, samples)
      const time = nowSeconds()
      const { numInsertedOrUpdatedRows: added } = await trx
        .insertInto('sms_template')
        .values({ code, language, ...current, content, preview, create_time: time, update_time: time, version: 1 })
        .onConflict((on) => on.doNothing())
        .executeTakeFirstOrThrow()
      if (Number(added ?? 0) > 0) continue
      await trx
        .updateTable('sms_template')
        .set(current)
        .where('code', '=', code)
        .where('language', '=', language)
        .where('samples', '!=', current.samples)
        .execute()
    }
  }
}

export const readSamples = (stored: string | null): Readonly<Record<string, string>> =>
  JSON.parse(stored ?? '{}') as Readonly<Record<string, string>>

/** Refuses variables that the message does not have, and computes the preview. */
export const templateHooks: Hooks<'sms/template'> = {
  async beforeUpdate({ language, settings }, trx, { given, overrides }, current) {
    const content = (given.has('content') ? given.get('content') : current.content) ?? ''
    const samples = readSamples(current.samples)
    const own = await readOwnVariables(trx as never, 'sms_variable', settings)
    const names = unknownVariables(content, { ...own, ...samples })
    if (names !== '')
      throw new OperationError('invalid', { errors: { content: t(language, 'variables.unknown', { names }) } })
    overrides.set('preview', fillMessage(content, { ...own, ...samples }))
  },
}

/**
 * Those who read the log see which number it was only roughly. Errors of providers are in their language, ours in that
 * of the reader.
 */
export const logHooks: Hooks<'sms/log'> = {
  async present({ language }, rows) {
    for (const row of rows) {
      if (row.mobile) row.mobile = row.mobile.replace(/^(\d{3})\d{4}/, '$1****')
      if (row.error === t('en', 'template.no_number')) row.error = t(language, 'template.no_number')
    }
  },
}
