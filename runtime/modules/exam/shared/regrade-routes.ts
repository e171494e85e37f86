/** The route of the dry run of a regrade. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const string = { type: 'string' } as const
const integer = { type: 'integer' } as const

/** `GET /admin/exam.Regrade/dryRun`: who would have which points, and the code by which exactly this is applied. */
export const dryRunRegrade = defineRouteContract({
  path: 'exam.Regrade/dryRun',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id: { type: 'integer', minimum: 1 } }),
  answer: objectSchema({
    isApplied: { type: 'boolean' },
    /** "" where it is applied already. */
    hash: string,
    /** Why the rule cannot be applied; "" = it can. */
    problem: string,
    count: integer,
    working: integer,
    list: arraySchema(
      objectSchema({
        attempt: integer,
        name: string,
        before: string,
        after: string,
        isPassBefore: { type: 'boolean' },
        isPassAfter: { type: 'boolean' },
      }),
    ),
  }),
})
