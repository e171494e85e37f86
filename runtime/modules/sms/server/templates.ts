/** Templates of SMS: one for each message and language, which administrators reword as the provider approved it. */
import { languages } from 'tablewright/protocol'
import {
  codesOf,
  deliveryStates,
  describeVariables,
  fillMessage,
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
        secrets: JSON.stringify(codesOf(message)),
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
    .updateTable('sms_log')
    .set((eb) => ({
      content: hiddenContent,
      request: null,
      error: eb.case().when('status', '=', queued).then(t('en', 'code.outdated')).else(eb.ref('error')).end(),
      status: eb.case().when('status', '=', queued).then(failed).else(eb.ref('status')).end(),
    }))
    .where('secret', '=', 1)
    .where((eb) => eb.or([eb('content', 'is', null), eb('content', '!=', hiddenContent)]))
    .execute()
}

/** Names of the variables that are codes. */
export const readCodes = (stored: string | null): readonly string[] => JSON.parse(stored ?? '[]') as readonly string[]

export const readSamples = (stored: string | null): Readonly<Record<string, string>> =>
  JSON.parse(stored ?? '{}') as Readonly<Record<string, string>>

/** Refuses variables that the message does not have, and codes in addresses; computes the preview. */
export const templateHooks: Hooks<'sms/template'> = {
  async beforeUpdate({ language, settings }, trx, { given, overrides }, current) {
    const content = (given.has('content') ? given.get('content') : current.content) ?? ''
    const samples = readSamples(current.samples)
    const own = await readOwnVariables(trx, 'sms_variable', settings)
    const names = unknownVariables(content, { ...own, ...samples })
    if (names !== '')
      throw new OperationError('invalid', { errors: { content: t(language, 'variables.unknown', { names }) } })
    const codes = readCodes(current.secrets)
    if (hasCodeInAddress(markCodes(content, codes))) {
      const used = variablesIn(content).filter((name) => codes.includes(name))
      const listed = used.map((name) => `{{${name}}}`).join(', ')
      throw new OperationError('invalid', { errors: { content: t(language, 'code.address', { names: listed }) } })
    }
    overrides.set('preview', fillMessage(content, { ...own, ...samples }))
  },
}

/**
 * Those who read the log see which number it was only roughly. Errors of providers are in their language, ours in that
 * of the reader.
 */
export const logHooks: Hooks<'sms/log'> = {
  // What was deleted while it waited is not in the recycle bin with its code.
  async beforeRemove(scope, trx, ids) {
    await keepEntries('sms_log', ({ own }) => Number(own['sms_log_days']))(scope, trx, ids)
    await trx
      .updateTable('sms_log')
      .set({ sealed: null })
      .where('id', 'in', [...ids])
      .execute()
  },
  async present({ language }, rows) {
    for (const row of rows) {
      if (row.mobile) row.mobile = row.mobile.replace(/^(\d{3})\d{4}/, '$1****')
      for (const key of ['template.no_number', 'code.outdated'] as const)
        if (row.error === t('en', key)) row.error = t(language, key)
    }
  },
}
