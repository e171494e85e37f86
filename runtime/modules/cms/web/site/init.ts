/** Settings of the site and what stands around its pages, loaded once for all of them. */
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, useStaleWhileRevalidate, type Revalidated } from 'tablewright/web'
import { init } from '../../shared/site/index-routes.ts'

export type Init = AnswerOf<NonNullable<typeof init.answer>>

/** @param isIn members may see more than guests */
export const useInit = (isIn: boolean): Revalidated<Init> =>
  useStaleWhileRevalidate(`site ${isIn}`, () => callRoute(init, null, { quiet: true }))
