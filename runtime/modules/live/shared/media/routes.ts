/** Routes of recordings. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import { forBoth } from '../for-both.ts'
import { id, number, text, yesNo } from '../shapes.ts'

/** The recordings of a session, for those who may be in the room. */
export const recordingsRoute = forBoth('recordings', {
  method: 'GET',
  input: objectSchema({ room: id, session: id }),
  answer: objectSchema({
    recordings: arraySchema(
      objectSchema({
        id: number,
        name: text,
        kind: { type: 'string', enum: ['camera', 'screen'] },
        /** Milliseconds since 1970. */
        start: number,
        end: number,
        video: yesNo,
        /** Good for ten minutes. */
        address: text,
      }),
    ),
  }),
})

/** Whether a recording of the room has stopped growing, for those who teach. */
export const growthRoute = defineRouteContract({
  path: 'live.Classroom/growth',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ room: id }),
  answer: objectSchema({ still: yesNo }),
})
