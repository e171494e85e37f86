/** Templates of SMS: one for each message and language, which administrators reword as the provider approved it. */
import {
  fillMessage,
  hasCodeInAddress,
  hideFormerCodes,
  keepEntries,
  markCodes,
  OperationError,
  readOwnVariables,
  removeSealedContent,
  samplesOf,
  storeTemplates,
  unknownVariables,
  variablesIn,
  type LoggedContent,
} from 'tablewright/server'
import { t } from './i18n.ts'
import type { Hooks, PrepareCall } from '#generated/sms/server.ts'

/** What the log shows of a message, and what it stores until the message is sent. */
export const loggedContent: LoggedContent = { table: 'sms_log', shown: ['content'], omitted: ['request'] }

/** Adds the templates that are missing; hides what former versions stored. */
export async function prepareTemplates({ trx, messages }: PrepareCall): Promise<void> {
  await storeTemplates(trx, 'sms_template', messages, (message, language) => {
    const content = message.sms?.[language]
    return content === undefined ? null : { content, preview: fillMessage(content, samplesOf(message)) }
  })
  await hideFormerCodes(trx, loggedContent, t('en', 'code.outdated'))
}

/** Names of the variables that are codes. */
export const readCodes = (json: string | null): readonly string[] => JSON.parse(json ?? '[]') as readonly string[]

export const readSamples = (json: string | null): Readonly<Record<string, string>> =>
  JSON.parse(json ?? '{}') as Readonly<Record<string, string>>

/** Refuses variables that the message does not have, and codes in addresses; computes the preview. */
export const templateHooks: Hooks<'sms/template'> = {
  async beforeUpdate({ language, settings }, trx, { given: values, overrides }, current) {
    const content = (values.has('content') ? values.get('content') : current.content) ?? ''
    const samples = readSamples(current.samples)
    const own = await readOwnVariables(trx, 'sms_variable', settings)
    const names = unknownVariables(content, { ...own, ...samples })
    if (names !== '')
      throw new OperationError('invalid', { errors: { content: t(language, 'variables.unknown', { names }) } })
    const codes = readCodes(current.secrets)
    if (hasCodeInAddress(markCodes(content, codes))) {
      const used = variablesIn(content).filter((name) => codes.includes(name))
      const placeholders = used.map((name) => `{{${name}}}`).join(', ')
      throw new OperationError('invalid', { errors: { content: t(language, 'code.address', { names: placeholders }) } })
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
    await removeSealedContent(trx, 'sms_log', ids)
  },
  async present({ language }, rows) {
    for (const row of rows) {
      if (row.mobile) row.mobile = row.mobile.replace(/^(\d{3})\d{4}/, '$1****')
      for (const key of ['template.no_number', 'code.outdated'] as const)
        if (row.error === t('en', key)) row.error = t(language, key)
    }
  },
}
