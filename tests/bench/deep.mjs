/** Pages far from the first one, in turns with the first one. */
import { median } from './list.mjs'

const pageRows = 20

/** The lists' own orders. */
const lists = [
  { name: 'products', controller: 'wms.Product', page: 5_000, count: 'rows' },
  { name: 'history', controller: 'wms.InventoryHistory', page: 10_000, count: 'history' },
]

/**
 * @param read gets a path below `/admin/`; resolves with the ids of its rows and milliseconds
 * @returns by list: medians of both in milliseconds, and of how many times as long the far page takes
 */
export async function benchDeepPages(read, size) {
  const found = []
  for (const { name, controller, page, count } of lists) {
    const last = Math.min(page, Math.floor(size[count] / pageRows))
    const pairs = []
    for (let round = 0; round < size.rounds; round++) {
      // Pages that nobody has opened since the last commit.
      const [near, far] = [1 + (round % last), last - (round % last)]
      const [first, deep] = [
        await read(`${controller}/index?limit=${pageRows}&page=${near}`),
        await read(`${controller}/index?limit=${pageRows}&page=${far}`),
      ]
      // Both lists begin with the newest record, and none of them is missing.
      if (first.ids[0] - deep.ids[0] !== (far - near) * pageRows) throw new Error(`${name}: page ${far} has other rows`)
      pairs.push([first.ms, deep.ms])
    }
    found.push({
      name,
      page: last,
      firstMs: median(pairs.map(([one]) => one)),
      ms: median(pairs.map(([, one]) => one)),
      ratio: median(pairs.map(([one, other]) => other / one)),
    })
  }
  return found
}
