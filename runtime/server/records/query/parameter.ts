/** Placeholders for values while a statement is compiled. */
import { randomUUID } from 'node:crypto'

/** Unguessable, so that no value can be mistaken for one. */
export const parameterMark = `slot ${randomUUID()} `

/** Placeholder for the current time; it is the same everywhere in the statement. */
export const nowSlot = `${parameterMark}now`
