/** A refusal as the client reads it: code 0, a sentence, and the reason with its particulars. */
import { codes, type Language, type RefusalData } from '../../protocol/index.ts'
import type { Refusal } from '../errors/refusal.ts'
import type { RouteAnswer } from './route.ts'

export function refusalAnswer(refusal: Refusal, language: Language): RouteAnswer {
  const { errors, row, references, short } = refusal.detail
  const data: RefusalData = {
    reason: refusal.reason,
    ...(errors && { errors }),
    ...(row && { row }),
    ...(references && { references }),
    ...(short && { short }),
  }
  return { code: codes.refused, msg: refusal.say(language), data }
}
