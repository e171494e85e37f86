/** Answers to guests: all of them get the same until something is committed, is published or ends. */
import { memoizeByObject } from 'tablewright/protocol'
import { AnswerCache } from 'tablewright/server'
import type { Viewer } from '../access.ts'
import { nextChange } from './next-change.ts'
import type { Scope } from '#generated/cms/server.ts'

/** Answers that are stored. */
const maxAnswers = 500

const cacheOf = memoizeByObject(
  (database: Scope['database']) => new AnswerCache<unknown>(database, { max: maxAnswers }),
)

/**
 * Resolves with what `read` resolves with, for guests perhaps from an earlier request.
 * @param parts name what it depends on, apart from the data, the settings and the language
 */
export async function forGuests<Value>(
  scope: Scope,
  viewer: Viewer,
  parts: unknown,
  read: () => Promise<Value>,
): Promise<Value> {
  if (viewer !== null) return read()
  const { database, settings, language } = scope
  const make = async () => ({ value: await read(), end: await nextChange(scope) })
  // The parts name the call, which always answers the same type.
  return (await cacheOf(database).of({ settings, parts: [language, parts] }, make)) as Value
}
