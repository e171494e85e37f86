/** Templates of mail: one for each message and language, which administrators may reword. */
import {
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
import { previewOf, type TemplateTexts } from './content.ts'
import { showsCodesOnly } from './html-codes.ts'
import { t } from './i18n.ts'
import type { Hooks, PrepareCall } from '#generated/mail/server.ts'

/** Samples by name of the variable, as a template stores them. */
type Samples = Readonly<Record<string, string>>

/** What the log shows of a mail, and what it stores until the mail is sent. */
export const loggedContent: LoggedContent = {
  table: 'mail_log',
  shown: ['subject', 'text'],
  omitted: ['html', 'attachments'],
}

/** Adds the templates that are missing; hides what former versions stored. */
export async function prepareTemplates({ trx, messages }: PrepareCall): Promise<void> {
  await storeTemplates(trx, 'mail_template', messages, (message, language) => {
    const { mail } = message
    if (!mail) return null
    const html = mail.html?.[language] ?? ''
    const texts = { subject: mail.subject[language], text: mail.text[language], html }
    return { ...texts, html: html === '' ? null : html, preview: previewOf(texts, samplesOf(message)) }
  })
  await hideFormerCodes(trx, loggedContent, t('en', 'code.outdated'))
}

/** Names of the variables that are codes. */
export const readCodes = (json: string | null): readonly string[] => JSON.parse(json ?? '[]') as readonly string[]

export const readSamples = (json: string | null): Samples => JSON.parse(json ?? '{}') as Samples

/** Refuses variables that the message does not have and codes where others would get them; computes the preview. */
export const templateHooks: Hooks<'mail/template'> = {
  async beforeUpdate({ language, settings }, trx, { given: values, overrides }, current) {
    const textOf = (name: keyof TemplateTexts): string => (values.has(name) ? values.get(name) : current[name]) ?? ''
    const texts = { subject: textOf('subject'), text: textOf('text'), html: textOf('html') }
    const samples = readSamples(current.samples)
    const own = await readOwnVariables(trx, 'mail_variable', settings)
    const variables = { ...own, ...samples }
    const errors = Object.entries(texts).flatMap(([field, text]) => {
      const names = unknownVariables(text, variables)
      if (names !== '') return [[field, t(language, 'variables.unknown', { names })] as const]
      const codes = readCodes(current.secrets)
      const used = variablesIn(text).filter((name) => codes.includes(name))
      const isRefused = used.length > 0 && isMisplaced[field as keyof TemplateTexts](text, codes)
      const placeholders = used.map((name) => `{{${name}}}`).join(', ')
      return isRefused
        ? [[field, t(language, misplaced[field as keyof TemplateTexts], { names: placeholders })] as const]
        : []
    })
    if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
    overrides.set('preview', previewOf(texts, variables))
  },
}

export const logHooks: Hooks<'mail/log'> = {
  // What was deleted while it waited is not in the recycle bin with its code.
  async beforeRemove(scope, trx, ids) {
    await keepEntries('mail_log', ({ own }) => Number(own['mail_log_days']))(scope, trx, ids)
    await removeSealedContent(trx, 'mail_log', ids)
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
