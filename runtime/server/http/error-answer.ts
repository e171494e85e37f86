/** The answer to a refused operation: code 0, a sentence for people, and the reason with its details for programs. */
import { codes, type Language, type RefusalData } from '../../protocol/index.ts'
import type { OperationError } from '../core/errors/operation-error.ts'
import type { RouteAnswer } from './route.ts'

export function errorAnswer(error: OperationError, language: Language): RouteAnswer {
  const { errors, row, references, short } = error.details
  const data: RefusalData = {
    reason: error.code,
    ...(errors && { errors }),
    ...(row && { row }),
    ...(references && { references }),
    ...(short && { short }),
  }
  return { code: codes.refused, msg: error.messageIn(language), data }
}
