/** Lists that grow at their end. */

interface Page {
  readonly list: readonly { readonly id: number }[]
}

/** The first pages of a list as one answer, in which each record stands once. */
export async function loadFirstPages<Answer extends Page>(
  count: number,
  load: (page: number) => Promise<Answer>,
): Promise<Answer> {
  const pages = await Promise.all(Array.from({ length: count }, (_, index) => load(index + 1)))
  const records = new Map(pages.flatMap(({ list }) => list).map((record) => [record.id, record]))
  // There is one page at least.
  return { ...pages.at(-1)!, list: [...records.values()] }
}
