/** What stands for values while a statement is compiled. */
import { randomUUID } from 'node:crypto'

/** Unguessable, so no value can be taken for one. */
export const parameterMark = `slot ${randomUUID()} `

/** Stands for the moment a statement is asked at; it is the same wherever in the statement it is asked for. */
export const nowSlot = `${parameterMark}now`
