/** Makes routes that work on the tables of this module. */
import { createRouteDefinition } from 'tablewright/server'
import type { Database } from '#generated/database.ts'

export const defineLiveRoute = createRouteDefinition<Database>()
