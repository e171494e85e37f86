/** Routes of a text that is being written. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
/** Values of the form by field, as JSON: those of any field, each as its kind writes it. */
const values = { type: 'string', minLength: 2, maxLength: 2_000_000 } as const

/**
 * `POST /admin/cms.Content/autosave {id, version, values}`: the changed fields of a draft. Refused for texts that are
 * live or in review.
 */
export const autosave = defineRouteContract({
  path: 'cms.Content/autosave',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ id, version: { type: 'integer', minimum: 1 }, values }),
  answer: objectSchema({ id: { type: 'integer' } }),
})

/** `POST /admin/cms.Content/previewDraft {id, values}`: the page of what a form has, saved or not. */
export const previewDraft = defineRouteContract({
  path: 'cms.Content/previewDraft',
  area: 'admin',
  method: 'POST',
  input: { type: 'object', properties: { id, values }, required: ['values'] },
  answer: objectSchema({ html: { type: 'string' } }),
})

/** `POST /admin/cms.Block/preview {id, values}`: the home page with the block of a form in its place. */
export const previewBlock = defineRouteContract({
  path: 'cms.Block/preview',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: { id, values: { ...values, maxLength: 200_000 } },
    required: ['values'],
  },
  answer: objectSchema({
    html: { type: 'string' },
    /** False: the site has no such place, and the block is shown at the first one. */
    hasPlace: { type: 'boolean' },
    places: arraySchema({ type: 'string' }),
  }),
})
