/**
 * Older clients show an answer's message and nothing of its data, so for them the message names the fields and their
 * problems.
 */
import type { Language } from '../../../protocol/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { RequestScope } from '../route.ts'
import { isNativeClient } from './client.ts'

/** Fields named in one message; the others follow at the next try. */
const maxFields = 3

/**
 * Does the work; what it refuses by field is spelled out for clients that do not mark fields.
 * @param labelOf what people call a field
 */
export async function withFieldMessages<T>(
  { request, language }: Pick<RequestScope, 'request' | 'language'>,
  labelOf: (field: string) => string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (isNativeClient(request)) return work()
  try {
    return await work()
  } catch (error) {
    throw error instanceof OperationError ? addFieldMessages(error, language, labelOf) : error
  }
}

function addFieldMessages(
  refusal: OperationError,
  language: Language,
  labelOf: (field: string) => string | undefined,
): OperationError {
  const errors = Object.entries(refusal.details.errors ?? {})
  if (errors.length === 0 || refusal.details.text !== undefined) return refusal
  const [colon, between] = language === 'en' ? [': ', '; '] : ['：', '；']
  const sentence = errors
    .slice(0, maxFields)
    .map(([field, text]) => {
      const name = nameOf(field, labelOf)
      return name === undefined ? text : `${name}${colon}${text}`
    })
    .join(between)
  return new OperationError(refusal.code, { ...refusal.details, sentence })
}

/** What people call a field; of a field of a line (`details.0.quantity`) that of the lines, with its number. */
function nameOf(field: string, labelOf: (field: string) => string | undefined): string | undefined {
  const [lines = field, lineIndex] = field.split('.')
  const label = labelOf(field) ?? labelOf(lines)
  return label === undefined || lineIndex === undefined || !/^\d+$/.test(lineIndex)
    ? label
    : `${label} ${Number(lineIndex) + 1}`
}
