/** Routes that teachers and pupils have alike. */
import { defineRouteContract, type ApiSchema, type ObjectSchema, type RouteContract } from 'tablewright/protocol'

type Method = 'GET' | 'POST'

/** The same route for teachers and for pupils. */
export interface BothContracts<Input extends ObjectSchema | null, Answer extends ApiSchema, Sending extends Method> {
  readonly staff: RouteContract<Input, Answer, Sending>
  readonly pupil: RouteContract<Input, Answer, Sending>
}

/** Declares a route below `/admin/live.Classroom`, and the same below `/api/live.Room`. */
export const forBoth = <const Input extends ObjectSchema, const Answer extends ApiSchema, const Sending extends Method>(
  action: string,
  rest: { readonly method: Sending; readonly input: Input; readonly answer: Answer },
): BothContracts<Input, Answer, Sending> => ({
  staff: defineRouteContract({ path: `live.Classroom/${action}`, area: 'admin', ...rest }),
  pupil: defineRouteContract({ path: `live.Room/${action}`, area: 'api', ...rest }),
})
