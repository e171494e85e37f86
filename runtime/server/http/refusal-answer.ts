/** A refusal as the client reads it: code 0, a sentence, and the reason with its particulars. */
import { codes, refusalReasons, say, type Language, type RefusalData } from '../../protocol/index.ts'
import type { Refusal } from '../refusal.ts'
import type { RouteAnswer } from './route.ts'

export function refusalAnswer({ reason, detail }: Refusal, language: Language): RouteAnswer {
  const { errors, row, references, params } = detail
  const data: RefusalData = { reason, ...(errors && { errors }), ...(row && { row }), ...(references && { references }) }
  return { code: codes.refused, msg: say(language, refusalReasons[reason], params), data }
}
