import { trimText, type Language } from '../../../protocol/index.ts'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Mailer } from '../../operation/messages.ts'
import type { Scope } from '../../operation/scope.ts'

/** Addresses that one mail may have. */
export const maxAddresses = 10

const maxNote = 2000

export interface MailRequest {
  readonly to: readonly string[]
  readonly note: string
  readonly language: Language
  /** With the record as a file for spreadsheets. */
  readonly csv: boolean
}

type Body = Readonly<Record<string, unknown>>

/**
 * @returns addresses without repetitions, the note ("" = none) and the language of the mail (absent = of the caller)
 * @throws an OperationError `invalid` with the errors of `to`, `note`, `language` and `csv`
 */
export function readMailRequest(scope: Scope, mailer: Mailer, body: Body): MailRequest {
  const { language } = scope
  const to = addressesIn(body['to'])
  const draft = readMailText(scope, body)
  const problem = addressProblem(to, mailer, language)
  const errors = { ...draft.errors, ...(problem !== null && { to: problem }) }
  if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
  return { to, note: draft.note, language: draft.language, csv: draft.csv }
}

/** The request of a preview: all but addresses. A wrong value is left out. */
export function readMailText(
  { language, settings }: Scope,
  body: Body,
): Omit<MailRequest, 'to'> & { readonly errors: Readonly<Record<string, string>> } {
  const note = noteIn(body['note'])
  const code = body['language'] ?? language
  const requestLanguage = settings.languages.find((candidate) => candidate === code)
  return {
    note: note ?? '',
    language: requestLanguage ?? language,
    csv: body['csv'] === true,
    errors: {
      ...(note === null && { note: describeFieldProblem(language, noteProblem(body['note'])) }),
      ...(!requestLanguage && { language: describeFieldProblem(language, { rule: 'option' }) }),
      ...(!['boolean', 'undefined'].includes(typeof body['csv']) && {
        csv: describeFieldProblem(language, { rule: 'typeSwitch' }),
      }),
    },
  }
}

/** Addresses differ by more than the case of their letters. */
function addressesIn(addresses: unknown): readonly string[] {
  const texts = (Array.isArray(addresses) ? addresses : [addresses]).map((address) =>
    typeof address === 'string' ? trimText(address) : '',
  )
  const byAddress = new Map(texts.filter((text) => text !== '').map((text) => [text.toLowerCase(), text]))
  return [...byAddress.values()]
}

function addressProblem(to: readonly string[], mailer: Mailer, language: Language): string | null {
  if (to.length === 0) return t(language, 'mail.to_none')
  const wrong = to.filter((address) => !mailer.isAddress(address))
  // Guard T38: every address of a record's mail is looked at before anything is sent.
  if (wrong.length > 0) return t(language, 'mail.to_wrong', { addresses: wrong.map(shortened).join(', ') })
  // Guard T38: a record goes to so many addresses at a time.
  // Without: if (to.length > 0) return null
  if (to.length <= maxAddresses) return null
  return t(language, 'mail.to_many', { limit: maxAddresses, count: to.length - maxAddresses })
}

/** For a message of one line. */
const shortened = (address: string): string => address.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 60)

/** Null = it is no note. */
function noteIn(note: unknown): string | null {
  if (note === undefined || note === null) return ''
  if (typeof note !== 'string' || note.length > maxNote) return null
  return note.replaceAll('\r\n', '\n').trim()
}

function noteProblem(note: unknown): Parameters<typeof describeFieldProblem>[1] {
  return typeof note === 'string' ? { rule: 'maxLength', params: { limit: maxNote } } : { rule: 'typeText' }
}
