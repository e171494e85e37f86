/** Routes of recordings. */
import { forBoth } from '../for-both.ts'
import { id, number, text, yesNo } from '../shapes.ts'

/** The recordings of a session, for those who may be in the room. */
export const recordingsRoute = forBoth('recordings', {
  method: 'GET',
  input: { type: 'object', properties: { room: id, session: id }, required: ['room', 'session'] },
  answer: {
    type: 'object',
    properties: {
      recordings: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: number,
            name: text,
            kind: { type: 'string', enum: ['camera', 'screen'] },
            /** Milliseconds since 1970. */
            start: number,
            end: number,
            video: yesNo,
            /** Good for ten minutes. */
            address: text,
          },
          required: ['id', 'name', 'kind', 'start', 'end', 'video', 'address'],
        },
      },
    },
    required: ['recordings'],
  },
})
