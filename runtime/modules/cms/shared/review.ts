/** Routes of those who review texts and comments. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const reasons = objectSchema({ reasons: arraySchema({ type: 'string' }) })

/** `GET /admin/cms.Content/reasons`: reasons to refuse a text: those of the site, and those that were used last. */
export const textReasons = defineRouteContract({
  path: 'cms.Content/reasons',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: reasons,
})

/** `GET /admin/cms.Comment/reasons`: the same for comments. */
export const commentReasons = defineRouteContract({
  path: 'cms.Comment/reasons',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: reasons,
})
