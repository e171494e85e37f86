/** Old clients show an answer's message and nothing of its data, so for them the message says what is wrong with which field. */
import type { Language } from '../../../protocol/index.ts'
import { Refusal } from '../../errors/refusal.ts'
import type { RequestScope } from '../route.ts'
import { isNativeClient } from './client.ts'

/** Fields named in one message; the others are told at the next try. */
const maxFields = 3

/** Does the work; what it refuses by field is spelled out for clients that do not mark fields. @param labelOf what people call a field */
export async function withFieldMessages<T>(
  { request, language }: Pick<RequestScope, 'request' | 'language'>,
  labelOf: (field: string) => string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (isNativeClient(request)) return work()
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? addFieldMessages(error, language, labelOf) : error
  }
}

function addFieldMessages(
  refusal: Refusal,
  language: Language,
  labelOf: (field: string) => string | undefined,
): Refusal {
  const errors = Object.entries(refusal.detail.errors ?? {})
  if (errors.length === 0 || refusal.detail.text !== undefined) return refusal
  const [colon, between] = language === 'en' ? [': ', '; '] : ['：', '；']
  const sentence = errors
    .slice(0, maxFields)
    .map(([field, text]) => `${labelOf(field) ?? field}${colon}${text}`)
    .join(between)
  return new Refusal(refusal.reason, { ...refusal.detail, sentence })
}
