import type { Scope } from 'tablewright/server'

/** The right to the desk of rooms. */
export const watchRight = 'exam/desk/index'

export const mayWatch = ({ actor }: Pick<Scope, 'actor'>): boolean =>
  actor !== null && actor.id !== null && (actor.super || actor.nodes.has(watchRight))
