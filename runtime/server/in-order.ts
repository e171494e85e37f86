/** Statements of one transaction that do not wait for each other's results. */

/**
 * Resolves with the results of works that were begun one after the other. PostgreSQL gets the first statement of each
 * without a wait in between, which saves the time of a message there and back; they run in that order, as they do on
 * SQLite. So none may need what another has found, and none may wait for anything before its first statement.
 * @throws the error of the first in their order that failed, once all have ended: later ones may fail for no other
 * reason than that it did
 */
export async function inOrder<const Works extends readonly Promise<unknown>[]>(
  works: Works,
): Promise<{ -readonly [At in keyof Works]: Awaited<Works[At]> }> {
  const ended = await Promise.allSettled(works)
  const results = ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  return results as { -readonly [At in keyof Works]: Awaited<Works[At]> }
}
