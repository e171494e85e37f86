import type { AnswerOf } from 'tablewright/protocol'
import type { info } from '../../shared/site/content-routes.ts'

/** A text with what is around it. */
export type Info = AnswerOf<NonNullable<typeof info.answer>>
