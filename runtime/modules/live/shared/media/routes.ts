/** Routes of recordings. */
import { defineRouteContract } from 'tablewright/protocol'
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

/** Whether a recording of the room has stopped growing, for those who teach. */
export const growthRoute = defineRouteContract({
  path: 'live.Classroom/growth',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { room: id }, required: ['room'] },
  answer: { type: 'object', properties: { still: yesNo }, required: ['still'] },
})
